import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type FakeParley, type FakeParleyAnswer, type Routes, startFakeParley } from '../../testing/fake-parley.ts'
import { type CliResult, type CliTestOptions, runCliTest } from '../../testing/run-cli.ts'

const key = 'sk-svc-0123456789abcdef'
const folder = mkdtempSync(join(tmpdir(), 'parley-cli-'))
after(() => rmSync(folder, { recursive: true }))

const exported = {
  exportVersion: 1,
  agent: { name: 'Desk', framework: 'v2' },
  standingInstructions: ['Be brief.', 'Be kind.'],
  capabilities: { knowledge: { facts: [{ id: 'hours', question: 'When?', answer: 'Nine to five.' }] } },
}
const document = (...instructions: string[]) => {
  const file = `${instructions.join('').replace(/\W/g, '') || 'none'}.yaml`
  writeFileSync(
    join(folder, file),
    `exportVersion: 1\nstandingInstructions: ${JSON.stringify(instructions)}\ncapabilities:\n  knowledge:\n    facts:\n      - id: hours\n        question: When?\n        answer: Nine to five.\n`,
  )
  return file
}
const marked = (mark: string, body: object = exported): FakeParleyAnswer => ({ body, headers: { etag: `"${mark}"` } })
const done: FakeParleyAnswer = { body: { agent: {}, applied: ['standingInstructions'], skipped: [], warnings: [] } }

type Given = { routes?: Routes; world?: CliTestOptions }

async function agents(
  args: string[],
  { routes = {}, world = {} }: Given = {},
): Promise<CliResult & { parley: FakeParley }> {
  const parley = await startFakeParley({ 'GET /export': marked('one'), 'POST /import': done, ...routes })
  const env = { PARLEY_URL: parley.url, PARLEY_API_KEY: key, PARLEY_ORG: 'demo', PARLEY_AGENT: 'desk' }
  const result = await runCliTest(['agents', ...args], { env, workingDirectory: folder, home: folder, ...world })
  return { ...result, parley }
}

const changed = document('Be brief.', 'Be clear.')

test('agents list shows the agents page by page', async () => {
  const pages = [
    { body: { data: [{ id: 'desk', name: 'Front desk' }], nextPageToken: 'n' } },
    { body: { data: [{ id: 'shop', name: 'Shop\u001b[2J' }] } },
  ]
  const { out, exit } = await agents(['list'], { routes: { 'GET /v1/orgs/demo/agents': pages } })
  assert.deepEqual([exit, out], [0, 'ID    NAME\ndesk  Front desk\nshop  Shop [2J\n'])
  const inJson = await agents(['list', '--json'], {
    routes: { 'GET /v1/orgs/demo/agents': pages[1] as FakeParleyAnswer },
  })
  assert.equal(JSON.parse(inJson.out).data[0].id, 'shop')
})

test('an export writes YAML to the standard output or to a file, and JSON on request', async () => {
  const routes = { 'GET /export': { text: 'exportVersion: 1\n' } }
  const { out, parley } = await agents(['export'], { routes })
  assert.deepEqual([out, parley.called('GET /export')[0]?.query], ['exportVersion: 1\n', '?format=yaml'])
  const file = await agents(['export', '--out', 'desk.json'], { routes })
  assert.equal(file.parley.called('GET /export')[0]?.query, '?format=json')
  assert.equal(readFileSync(join(folder, 'desk.json'), 'utf8'), 'exportVersion: 1\n')
  assert.match(file.out, /^Written: .*desk\.json\n$/)
  const unwritable = await agents(['export', '-o', '/dev/null/desk.yaml'], { routes })
  assert.equal(unwritable.exit, 3)
})

test('an import shows which sections differ and how, asks for confirmation, and sends the document for the version it showed', async () => {
  const { exit, out, err, parley } = await agents(['import', changed], { world: { typed: ['y'] } })
  assert.equal(exit, 0, err)
  assert.equal(
    out,
    `1 section would change:
  standingInstructions  +1 -1

standingInstructions
@@ -1,2 +1,2 @@
 - Be brief.
-- Be kind.
+- Be clear.
Imported into desk: standingInstructions
`,
  )
  assert.match(err, /Change this section of desk\? \[y\/N\]/)
  const [sent] = parley.called('POST /import')
  const { standingInstructions } = (sent?.body ?? {}) as typeof exported
  assert.deepEqual(standingInstructions, ['Be brief.', 'Be clear.'])
  assert.equal(sent?.headers['if-match'], '"one"')
})

test('an import without a yes changes nothing, and without a terminal it requires --yes', async () => {
  const refused = await agents(['import', changed], { world: { typed: ['n'] } })
  assert.deepEqual([refused.exit, refused.parley.called('POST /import')], [3, []])
  const alone = await agents(['import', changed])
  assert.equal(alone.exit, 2)
  assert.match(alone.err, /Without a terminal, confirm with --yes/)
  const sure = await agents(['import', changed, '--yes', '--json'])
  assert.equal(sure.exit, 0)
  const { applied, differences } = JSON.parse(sure.out)
  assert.deepEqual(
    [applied, differences[0].section, differences[0].added],
    [['standingInstructions'], 'standingInstructions', 1],
  )
})

test('an import does not overwrite an agent that changed after the preview', async () => {
  const refusal = { status: 412, body: { code: 'request.precondition_failed' } }
  const routes = { 'GET /export': marked('one'), 'POST /import': refusal }
  const result = await agents(['import', changed, '--yes'], { routes })
  assert.equal(result.exit, 3)
  assert.match(result.err, /Someone changed desk in the meantime: nothing was imported/)
  assert.equal(result.parley.called('POST /import')[0]?.headers['if-match'], '"one"')
})

test('--check changes nothing and ends with 1 if the import would change something', async () => {
  const differs = await agents(['import', changed, '--check'])
  const same = await agents(['import', document('Be brief.', 'Be kind.'), '--check'])
  assert.deepEqual([differs.exit, same.exit, same.out], [1, 0, 'Nothing would change\n'])
  assert.deepEqual([...differs.parley.called('POST /import'), ...same.parley.called('POST /import')], [])
})

test('an unreadable or invalid document is reported with the position of each fault before any question', async () => {
  writeFileSync(join(folder, 'broken.yaml'), 'exportVersion: 1\nrules: [\n')
  const broken = await agents(['import', 'broken.yaml'])
  assert.equal(broken.exit, 2)
  assert.match(broken.err, /broken\.yaml:\d+:\d+ could not be parsed/)
  const missing = await agents(['import', 'nowhere.yaml'])
  assert.match(missing.err, /nowhere\.yaml could not be read: no such file/)
  const wrong = await agents(['import', '-'], { world: { input: '{ "exportVersion": 1, "standingInstructions": 7 }' } })
  assert.equal(wrong.exit, 2)
  assert.match(wrong.err, /The document cannot be imported.*\n {2}standingInstructions /)
})

test('lint lists the worst findings first with their positions, and ends with 1 for errors, or for warnings with --strict', async () => {
  const finding = (severity: string) => ({
    severity,
    code: `code.${severity}`,
    path: 'rules[0]',
    message: `is ${severity}`,
  })
  const lint = (...severities: string[]) => ({ 'GET /lint': { body: { data: severities.map(finding) } } })
  const bad = await agents(['lint'], { routes: lint('advice', 'error', 'warning') })
  assert.equal(bad.exit, 1)
  assert.match(
    bad.out,
    /^error rules\[0\] is error code\.error\nwarning .*\nadvice .*\n1 error, 1 warning, 1 advice\n$/,
  )
  assert.equal((await agents(['lint'], { routes: lint('warning') })).exit, 0)
  assert.equal((await agents(['lint', '--strict'], { routes: lint('warning') })).exit, 1)
  const file = await agents(['lint', changed, '--json'], { routes: { 'POST /lint': { body: { data: [] } } } })
  assert.deepEqual([file.exit, JSON.parse(file.out)], [0, { exitCode: 0, data: [] }])
})

test('a misspelled subcommand of agents gets a suggestion', async () => {
  const command = await runCliTest(['agents', 'exprot'])
  assert.equal(command.exit, 2)
  assert.match(command.err, /unknown command agents exprot\. Did you mean `parley agents export`\?/)
  const option = await runCliTest(['agents', 'import', 'x.yaml', '--chek'])
  assert.match(option.err, /Unknown option --chek\. Did you mean --check\?/)
  const bare = await runCliTest(['agents'])
  assert.equal(bare.exit, 2)
  assert.match(bare.err, /Usage: parley agents <command>/)
})

test('with --draft, export, lint and import read and write the draft', async () => {
  const routes = { 'GET /lint': { body: { data: [] } } }
  const calls = [['export'], ['lint'], ['import', changed, '--yes']]
  for (const args of calls) {
    const { exit, parley } = await agents([...args, '--draft', 'dft_01'], { routes })
    assert.equal(exit, 0, args.join(' '))
    const sent = parley.calls.map(({ headers }) => headers['x-svc-draft'])
    assert.ok(sent.length > 0 && sent.every((id) => id === 'dft_01'), `${args.join(' ')}: ${sent}`)
  }
})

test('an import into a draft that does not exist changes nothing and says so', async () => {
  const refusal = { status: 404, body: { status: 404, code: 'agent.draft.not_found', title: 'There is no such draft' } }
  const { exit, err, parley } = await agents(['import', changed, '--yes', '--draft', 'dft_none'], {
    routes: { 'GET /export': refusal },
  })
  assert.notEqual(exit, 0)
  assert.match(err, /no such draft/)
  assert.deepEqual(parley.called('POST /import'), [])
})
