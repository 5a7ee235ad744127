import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { rootCommand } from '../../parley.ts'
import { runCliTest } from '../../testing/run-cli.ts'

/** The script runs in a real bash, which offers what it would offer after the Tab key. */

const folder = mkdtempSync(join(tmpdir(), 'parley-completion-'))
after(() => rmSync(folder, { recursive: true }))
writeFileSync(join(folder, 'faq one.csv'), '')
mkdirSync(join(folder, 'data'))
const run = promisify(execFile)
const { out: script } = await runCliTest(['completion', 'bash'])

/** The offers for the last word of a command line, split into words as bash splits them. */
async function offersFor(...words: string[]): Promise<string[]> {
  const call = [
    script,
    'COMP_WORDS=(parley "$@"); COMP_CWORD=$#',
    '_parley_completion',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: bash
    'for offer in "${COMPREPLY[@]}"; do printf "%s\\n" "$offer"; done',
  ].join('\n')
  const { stdout, stderr } = await run('bash', ['--norc', '-c', call, 'bash', ...words], { cwd: folder })
  assert.equal(stderr, '')
  return stdout.split('\n').filter(Boolean)
}

const namesIn = (command: typeof rootCommand): string[] =>
  command.kind === 'group' ? command.definition.commands.map(({ definition }) => definition.name) : []

test('every command is offered, and each group offers its commands, also under another name', async () => {
  assert.deepEqual(await offersFor(''), [...namesIn(rootCommand), 'help'])
  if (rootCommand.kind !== 'group') throw new Error('it is a group')
  for (const command of rootCommand.definition.commands) {
    const { name, aliases = [] } = command.definition
    if (command.kind === 'command') continue
    for (const typed of [name, ...aliases]) assert.deepEqual(await offersFor(typed, ''), namesIn(command), typed)
    assert.deepEqual(await offersFor('help', name, ''), namesIn(command))
  }
})

const cases: [words: string[], offers: string[]][] = [
  [['agents', 'ex'], ['export']],
  [['ag'], ['agents']],
  [
    ['agents', 'export', '--o'],
    ['--out', '--org'],
  ],
  [
    ['agents', 'export', '--json', '-'],
    ['--draft', '--out', '--url', '--key', '--profile', '--org', '--agent', '--json', '--help'],
  ],
  [['webhooks', '--p'], ['--profile']],
  [['--v'], ['--version']],
  [
    ['completion', ''],
    ['bash', 'zsh'],
  ],
  [['facts', 'import', 'faq'], ['faq one.csv']],
  [['facts', 'import', 'faq one.csv', '--dry'], ['--dry-run']],
  [['agents', 'export', '--out', 'f'], ['faq one.csv']],
  [['agents', 'export', '--out', '=', 'f'], ['faq one.csv']],
  [
    ['agents', 'export', '--out', '='],
    ['data', 'faq one.csv'],
  ],
  [['backup', '--data', ''], ['data']],
  [['agents', 'export', '--agent', ''], []],
  [['nothing', 'of', 'this', 'x'], []],
  [['agents', 'export', '$(touch owned)', '--dra'], ['--draft']],
]
for (const [words, offers] of cases) {
  test(`after “parley ${words.join(' ')}” the shell offers ${offers.join(', ') || 'nothing'}`, async () => {
    assert.deepEqual((await offersFor(...words)).toSorted(), offers.toSorted())
  })
}

test('a shell that loads the script completes parley with it', async () => {
  const { stdout } = await run('bash', ['--norc', '-c', `${script}\ncomplete -p parley`])
  assert.equal(stdout, 'complete -F _parley_completion parley\n')
})

test('in zsh the same function runs as a completion for bash', async () => {
  const { out } = await runCliTest(['completion', 'zsh'])
  const body = script.slice(script.indexOf('_parley_completion() {'))
  assert.ok(out.endsWith(`autoload -Uz bashcompinit && bashcompinit\n${body}`))
  assert.match(out, /^# Completion of parley for zsh, /)
})

test('other shells are refused, and --json wraps the script', async () => {
  const { exit, err } = await runCliTest(['completion', 'fish'])
  assert.deepEqual([exit, /There is no completion for fish; use one of: bash, zsh/.test(err)], [2, true])
  assert.equal((await runCliTest(['completion'])).exit, 2)
  const { out } = await runCliTest(['completion', 'bash', '--json'])
  assert.deepEqual(JSON.parse(out), { shell: 'bash', script: script.trimEnd() })
})
