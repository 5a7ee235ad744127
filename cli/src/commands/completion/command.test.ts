import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { rootCommand } from '../../parley.ts'
import { runCliTest } from '../../testing/run-cli.ts'

/**
 * The script for bash runs in a real bash, which offers what it would offer after the Tab key. Those for zsh and fish have
 * the same tables; where these shells are installed, they run as well.
 */

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
    ['bash', 'zsh', 'fish'],
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

/** The words between quotes or blanks of a line of the script. */
const wordsOf = (line: string): string[] => line.match(/[^\s"'|)]+/g) ?? []

/** The tables of a script as its shell reads them: the node behind each step, and the names and options of each node. */
function readTables(text: string, isFish: boolean): { steps: Map<string, string>; offers: Map<string, string[]> } {
  const steps = new Map<string, string>()
  const offers = new Map<string, string[]>()
  let cases: string[] = []
  for (const line of text.split('\n')) {
    const [, paths, rest = ''] =
      (isFish ? /^ +case ((?:'[^']*' ?)+)$/ : /^ +((?:"[^"]*"\|?)+)\) (.*) ;;$/).exec(line) ?? []
    if (paths !== undefined)
      cases = paths
        .split(/[|\s]/)
        .filter(Boolean)
        .map((path) => path.slice(1, -1))
    const assignments = isFish ? line : rest
    const [, node] = /\bnode(?:=| )["'](\/[^"']*)["']/.exec(assignments) ?? []
    if (node !== undefined) for (const path of cases) steps.set(path, node)
    const lists = isFish
      ? [...assignments.matchAll(/^ +set (names|flags) (.+)$/g)].map(([, , words = '']) =>
          words.replace(/\\t'(\\.|[^'\\])*'/g, ''),
        )
      : [...assignments.matchAll(/\b(?:names|flags)="([^"]*)"/g)].map(([, words = '']) => words)
    if (lists.length > 0) offers.set(cases[0] ?? '', [...(offers.get(cases[0] ?? '') ?? []), ...lists.flatMap(wordsOf)])
  }
  return { steps, offers }
}

for (const shell of ['zsh', 'fish'] as const) {
  test(`the script for ${shell} has the commands, options and values of the one for bash`, async () => {
    const { out } = await runCliTest(['completion', shell])
    assert.match(out, new RegExp(`^# Completion of parley for ${shell}, printed by`, 'm'))
    const expected = readTables(script, false)
    assert.ok(expected.steps.size > 60 && expected.offers.size > 60, `${expected.steps.size}, ${expected.offers.size}`)
    assert.deepEqual(readTables(out, shell === 'fish'), expected)
  })
}

test('fish shows what each command and option does', async () => {
  const { out } = await runCliTest(['completion', 'fish'])
  assert.ok(out.includes(`agents\\t'list, export, import and lint agents'`))
  assert.ok(out.includes(`logout\\t'revoke this machine\\'s key, and delete it here'`))
  assert.ok(out.includes('            set names bash zsh fish\n'))
})

const isInstalled = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0
const withShell = (shell: string) => ({ skip: !isInstalled(shell) && `${shell} is not installed` })

/** Those of `cases` that every shell reads alike. */
const lines: [line: string, offers: string[]][] = [
  ['parley agents ex', ['export']],
  ['parley agent ', ['list', 'export', 'import', 'lint']],
  ['parley agents export --o', ['--out', '--org']],
  ['parley completion ', ['bash', 'zsh', 'fish']],
  ['parley facts import faq', ['faq one.csv']],
  ['parley facts import "faq one.csv" --dry', ['--dry-run']],
  ['parley agents export --out f', ['faq one.csv']],
  ['parley backup --data d', ['data/']],
  ['parley agents export --agent ', []],
  ['parley agents export $(touch owned) --dra', ['--draft']],
]

test('a real fish completes parley with the script', withShell('fish'), async () => {
  const { out } = await runCliTest(['completion', 'fish'])
  writeFileSync(join(folder, 'parley.fish'), out)
  for (const [line, offers] of [...lines, ['parley agents export --out=f', ['--out=faq one.csv']] as const]) {
    // Fish completes only commands that exist.
    const call = 'function parley; end; source parley.fish; complete -C "$argv[1]"'
    const { stdout, stderr } = await run('fish', ['--no-config', '-c', call, line], { cwd: folder })
    assert.equal(stderr, '')
    const found = stdout
      .split('\n')
      .filter(Boolean)
      .map((one) => one.replace(/\t.*/, ''))
    assert.deepEqual(found.toSorted(), offers.toSorted(), line)
  }
  assert.ok(!existsSync(join(folder, 'owned')))
})

/** What zsh offers without a terminal: its own functions print instead of filling the list. */
const zshStubs = `
compdef() { }
compset() { words[CURRENT]="\${words[CURRENT]#*=}" }
compadd() { shift; print -rl -- \${(M)@:#\${words[CURRENT]}*} }
_files() { [[ "$1" == -/ ]] && print -rl -- \${words[CURRENT]}*(N/) || print -rl -- \${words[CURRENT]}*(N) }
source parley.zsh
words=("\${(z)1}"); [[ "$1" == *' ' ]] && words+=('')
CURRENT=$#words
_parley || true`

test('a real zsh completes parley with the script', withShell('zsh'), async () => {
  const { out } = await runCliTest(['completion', 'zsh'])
  writeFileSync(join(folder, 'parley.zsh'), out)
  for (const [line, offers] of [...lines, ['parley agents export --out=f', ['faq one.csv']] as const]) {
    const { stdout, stderr } = await run('zsh', ['-f', '-c', zshStubs, 'zsh', line], { cwd: folder })
    assert.equal(stderr, '')
    const expected = offers.map((offer) => offer.replace(/\/$/, ''))
    assert.deepEqual(stdout.split('\n').filter(Boolean).toSorted(), expected.toSorted(), line)
  }
  assert.ok(!existsSync(join(folder, 'owned')))
})

test('other shells are refused, and --json wraps the script', async () => {
  const { exit, err } = await runCliTest(['completion', 'powershell'])
  assert.deepEqual([exit, /There is no completion for powershell; use one of: bash, zsh, fish/.test(err)], [2, true])
  assert.equal((await runCliTest(['completion'])).exit, 2)
  const { out } = await runCliTest(['completion', 'bash', '--json'])
  assert.deepEqual(JSON.parse(out), { shell: 'bash', script: script.trimEnd() })
})
