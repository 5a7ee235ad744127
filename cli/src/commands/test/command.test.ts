import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type FakeParley, type FakeParleyAnswer, type Routes, startFakeParley } from '../../testing/fake-parley.ts'
import { type CliResult, type CliTestOptions, runCliTest } from '../../testing/run-cli.ts'

const key = 'sk-svc-0123456789abcdef'
const folder = mkdtempSync(join(tmpdir(), 'parley-cli-'))
after(() => rmSync(folder, { recursive: true }))

const counts = { total: 2, passed: 2, failed: 0, errored: 0, skipped: 0 }
const none = { total: 2, passed: 0, failed: 0, errored: 0, skipped: 0 }
const queued = {
  id: 'run_1',
  status: 'queued',
  counts: none,
  estimate: { units: 2 },
  usage: { units: 0 },
  createdAt: '2030-01-31T09:00:00Z',
}
const running = { ...queued, status: 'running', counts: { ...none, passed: 1 } }
const completed = { ...queued, status: 'completed', counts, completedAt: '2030-01-31T09:00:04Z' }
const broken = {
  ...completed,
  counts: { ...counts, passed: 1, failed: 1 },
  diff: { against: 'run_0', newlyFailing: ['case_2'], newlyPassing: [], stillFailing: [] },
}
const failed = {
  id: 'res_2',
  suiteId: 'suite_1',
  caseId: 'case_2',
  caseTitle: 'Says when it is open',
  sample: 1,
  state: 'failed',
  checks: [{ key: 'textIncludes', pass: false, detail: 'No reply says "nine".' }],
}

const run = '/tests/runs/run_1'
const empty: FakeParleyAnswer = { body: { data: [], hasMore: false } }
const usual: Routes = {
  'GET /tests/suites': { body: { data: [{ id: 'suite_1', name: 'Opening hours' }] } },
  'POST /tests/runs': { status: 202, body: queued },
  [`GET ${run}/progress`]: { events: [queued, running, completed] },
  [`GET ${run}/results`]: empty,
  [`GET ${run}/report`]: { text: '<testsuites/>' },
}

type Given = { routes?: Routes; world?: CliTestOptions }

async function tested(
  args: string[],
  { routes = {}, world = {} }: Given = {},
): Promise<CliResult & { parley: FakeParley }> {
  const parley = await startFakeParley({ ...usual, ...routes })
  const env = { PARLEY_URL: parley.url, PARLEY_API_KEY: key, PARLEY_ORG: 'demo', PARLEY_AGENT: 'desk' }
  const result = await runCliTest(['test', ...args], { env, workingDirectory: folder, ...world })
  assert.ok(!`${result.out}${result.err}`.includes(key), 'no key is printed')
  return { ...result, parley }
}

test('a passing run ends with 0 and prints one line', async () => {
  const { exit, out, parley } = await tested([])
  assert.equal(exit, 0)
  assert.match(
    out,
    /^Run run_1: 2 cases to play, about 2 units\nPASSED {2}2 cases: 2 passed \(4 s, 0 units\) {2}run_1\n$/,
  )
  assert.deepEqual(parley.called('POST /tests/runs')[0]?.body, {})
  assert.ok(parley.calls.every((call) => call.key === `Bearer ${key}`))
})

test('test resolves names and keys and requests everything that was selected', async () => {
  const cases = { body: { data: [{ id: 'case_1', key: 'opens' }, { id: 'case_2' }] } }
  const args = ['--suite', 'opening HOURS', '--case', 'opens', '--case', 'case_2', '--tag', 'smoke', '--samples', '3']
  const { exit, parley } = await tested(args, { routes: { 'GET /tests/suites/suite_1/cases': cases } })
  assert.equal(exit, 0)
  assert.deepEqual(parley.called('POST /tests/runs')[0]?.body, {
    ...{ suiteIds: ['suite_1'], caseIds: ['case_1', 'case_2'], tags: ['smoke'], samplesOverride: 3 },
  })
})

test('a run with a failed case ends with 1, prints the failures and writes the reports', async () => {
  const routes = {
    [`GET ${run}/progress`]: { events: [broken] },
    [`GET ${run}/results`]: [{ body: { data: [failed], hasMore: false } }, empty],
  }
  const { exit, out, parley } = await tested(['--junit', 'new/parley.xml', '--report', 'new/parley.json'], { routes })
  assert.equal(exit, 1)
  assert.match(
    out,
    /\nFAILED Says when it is open {2}newly failing\n {2}Opening hours \/ case_2 · res_2\n {2}check textIncludes: No reply says "nine"\.\n\nFAILED {2}2 cases: 1 passed, 1 failed/,
  )
  assert.deepEqual(
    parley.called(`GET ${run}/results`).map(({ query }) => query),
    ['?state=failed&limit=200', '?state=errored&limit=200'],
  )
  assert.deepEqual(
    parley.called(`GET ${run}/report`).map(({ query }) => query),
    ['?format=junit', '?format=json'],
  )
  assert.equal(readFileSync(join(folder, 'new/parley.xml'), 'utf8'), '<testsuites/>')
})

test('--json prints a summary, and nothing else, on the standard output', async () => {
  const routes = {
    [`GET ${run}/progress`]: { events: [broken] },
    [`GET ${run}/results`]: [{ body: { data: [failed], hasMore: false } }, empty],
  }
  const { exit, out, err } = await tested(['--json'], { routes })
  const summary = JSON.parse(out)
  assert.deepEqual(
    [exit, summary.exitCode, summary.runId, summary.status, summary.counts.failed],
    [1, 1, 'run_1', 'completed', 1],
  )
  assert.deepEqual([summary.failures[0].title, summary.failures[0].newlyFailing], ['Says when it is open', true])
  assert.match(err, /FAILED Says when it is open/)
  const refused = await tested(['--json', '--suite', 'nope'])
  assert.deepEqual(JSON.parse(refused.out), { exitCode: 2, error: 'Unknown suite nope. Suites: Opening hours' })
})

test('test reopens a stream that ends, and polls the run where streams are not available', async () => {
  const anew = {
    [`GET ${run}/progress`]: [{ events: [running] }, { events: [completed] }],
    [`GET ${run}`]: { body: running },
  }
  const { exit, parley } = await tested([], { routes: anew })
  assert.equal(exit, 0)
  assert.equal(parley.called(`GET ${run}/progress`).length, 2)
  for (const useless of [
    { text: 'a page of a proxy' },
    { status: 429, body: { code: 'request.rate_limited' } },
    { events: [] },
  ]) {
    const polled = {
      [`GET ${run}/progress`]: useless,
      [`GET ${run}`]: [running, running, running, completed].map((body) => ({ body })),
    }
    const result = await tested([], { routes: polled })
    assert.equal(result.exit, 0)
    assert.equal(result.parley.called(`GET ${run}`).length, 4)
  }
})

test('test repeats a request that fails temporarily and starts a run once', async () => {
  const away = { status: 503, body: { code: 'service.unavailable' }, headers: { 'retry-after': '1' } }
  const { exit, parley } = await tested([], { routes: { 'POST /tests/runs': [away, { status: 202, body: queued }] } })
  assert.equal(exit, 0)
  assert.equal(parley.called('POST /tests/runs').length, 2)
})

const refusals: [title: string, answer: FakeParleyAnswer, exit: number, says: RegExp][] = [
  [
    'another run is active',
    { status: 409, body: { code: 'agent.test.run_active', activeRunId: 'run_9' } },
    3,
    /unfinished run: run_9\..*\n {2}To wait for it: parley test --run run_9/,
  ],
  [
    'cases do not lint',
    {
      status: 422,
      body: {
        ...{ code: 'agent.test.invalid', detail: 'A case has lint errors' },
        lint: [
          {
            caseId: 'case_2',
            findings: [
              { severity: 'error', code: 'case.checks.tool-unknown', path: '/expect', message: 'Unknown tool x' },
            ],
          },
        ],
      },
    },
    3,
    /A case has lint errors\n {2}case_2\n {4}error case\.checks\.tool-unknown \/expect: Unknown tool x/,
  ],
  [
    'the budget is too small',
    {
      status: 429,
      body: {
        code: 'agent.test.quota_exceeded',
        detail: 'The run is estimated at 9 units; 2 are left',
        suggestion: 'Run fewer.',
      },
    },
    3,
    /exceeds the test budget\. The run is estimated at 9 units; 2 are left\n {2}Run fewer\./,
  ],
  [
    'the key is not accepted',
    { status: 401, body: { code: 'auth.unauthenticated' } },
    2,
    /The API key was not accepted/,
  ],
  [
    'the key may only read',
    { status: 403, body: { code: 'auth.scope_missing', detail: 'agents:write' } },
    2,
    /agents:write/,
  ],
  [
    'a case is gone',
    { status: 404, body: { code: 'agent.test.not_found', detail: 'There is no case case_7' } },
    2,
    /no case case_7/,
  ],
  [
    'something is wrong there',
    { status: 500, body: { code: 'internal', title: 'Something broke', requestId: 'req_1' } },
    3,
    /500: Something broke \(request req_1\)/,
  ],
]
for (const [title, answer, exit, says] of refusals) {
  test(`a run that cannot start ends with ${exit} and says what to do: ${title}`, async () => {
    const result = await tested([], { routes: { 'POST /tests/runs': answer } })
    assert.equal(result.exit, exit)
    assert.match(result.err, says)
  })
}

test('Ctrl-C cancels the run that the command started and ends with 130', async () => {
  const interrupt = new AbortController()
  const routes = {
    [`GET ${run}/progress`]: { events: [running], hangs: true },
    [`POST ${run}/cancel`]: { body: { ...running, status: 'cancelled' } },
  }
  // Interrupts as soon as there is output.
  const columns = () => {
    setImmediate(() => interrupt.abort())
    return 80
  }
  const { exit, out, parley } = await tested([], { routes, world: { interrupted: interrupt.signal, columns } })
  assert.equal(exit, 130)
  assert.equal(parley.called(`POST ${run}/cancel`).length, 1)
  assert.match(out, /Stopped: canceling run run_1\nCANCELLED/)
})

test('test cancels a run that exceeds its time limit; a run that has just ended still counts', async () => {
  const hangs = { [`GET ${run}/progress`]: { events: [running], hangs: true } }
  const cancelled = { [`POST ${run}/cancel`]: { body: { ...running, status: 'cancelled' } } }
  const late = await tested(['--timeout', '1'], { routes: { ...hangs, ...cancelled } })
  assert.equal(late.exit, 3)
  assert.match(late.out, /The run did not finish within 1 s: canceling run run_1/)
  const over = { status: 409, body: { code: 'agent.test.run_immutable' } }
  const routes = { ...hangs, [`POST ${run}/cancel`]: over, [`GET ${run}`]: { body: completed } }
  assert.equal((await tested(['--timeout', '1'], { routes })).exit, 0)
})

test('test watches a run that another caller started and never cancels it', async () => {
  const watched = await tested(['--run', 'run_1'], { routes: { [`GET ${run}`]: { body: running } } })
  assert.equal(watched.exit, 0)
  assert.equal(watched.parley.called('POST /tests/runs').length, 0)
  const hangs = { [`GET ${run}`]: { body: running }, [`GET ${run}/progress`]: { events: [running], hangs: true } }
  const late = await tested(['--run', 'run_1', '--timeout', '1'], { routes: hangs })
  assert.equal(late.exit, 3)
  assert.match(late.err, /run run_1 continues/)
  assert.equal(late.parley.called(`POST ${run}/cancel`).length, 0)
})

test('test does not wait for a run that needs the budget of another day', async () => {
  const paused = { ...running, status: 'paused', pauseReason: 'quota' }
  const { exit, err } = await tested([], { routes: { [`GET ${run}/progress`]: { events: [paused], hangs: true } } })
  assert.equal(exit, 3)
  assert.match(err, /today's test budget is used up.*\n {2}To wait for it later: parley test --run run_1/)
})

test('a run that can no longer be watched has no verdict', async () => {
  const revoked = { status: 401, body: { code: 'auth.unauthenticated', title: 'A valid token is required' } }
  const { exit, err } = await tested([], { routes: { [`GET ${run}/progress`]: revoked } })
  assert.equal(exit, 3)
  assert.match(err, /Run run_1 can no longer be followed: A valid token is required/)
})

test('--no-wait ends as soon as the run has started', async () => {
  const { exit, out, parley } = await tested(['--no-wait'])
  assert.equal(exit, 0)
  assert.match(out, /To wait for it: parley test --run run_1/)
  assert.equal(parley.called(`GET ${run}/progress`).length, 0)
})

test('test uses the org of the key and the only agent; with several agents it asks which one', async () => {
  const me = { 'GET /v1/me': { body: { org: { id: 'demo' } } } }
  const agents = (...ids: string[]) => ({ 'GET /v1/orgs/demo/agents': { body: { data: ids.map((id) => ({ id })) } } })
  const parley = await startFakeParley({ ...usual, ...me, ...agents('desk') })
  const args = ['test', '--url', parley.url, '--key', key]
  assert.equal((await runCliTest(args)).exit, 0)
  const several = await startFakeParley({ ...usual, ...me, ...agents('desk', 'shop') })
  const asks = await runCliTest(['test', '--url', several.url, '--key', key])
  assert.equal(asks.exit, 2)
  assert.match(asks.err, /Select an agent with --agent or PARLEY_AGENT.*desk, shop/)
})

test('without a server test ends with 3 and prints the address it called', async () => {
  const { exit, err } = await runCliTest([
    'test',
    '--url',
    'http://127.0.0.1:1',
    '--key',
    key,
    '--org',
    'o',
    '--agent',
    'a',
  ])
  assert.equal(exit, 3)
  assert.match(err, /^parley: http:\/\/127\.0\.0\.1:1 cannot be reached: /)
})

test('test reports an unwritable report file before it starts a run', async () => {
  const { exit, err, parley } = await tested(['--junit', '/dev/null/parley.xml'])
  assert.equal(exit, 2)
  assert.match(err, /\/dev\/null\/parley\.xml could not be written/)
  assert.deepEqual(parley.calls, [])
})
