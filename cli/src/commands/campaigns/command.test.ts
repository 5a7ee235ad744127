import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FakeParley, type Routes, startFakeParley } from '../../testing/fake-parley.ts'
import { type CliTestOptions, runCliTest, waitForCondition } from '../../testing/run-cli.ts'
import { createTestCampaign } from './testing/campaign.ts'

const one = '/campaigns/cmp_1'
const draft = createTestCampaign()
const staged = createTestCampaign(
  {
    status: 'staged',
    class: 'marketing',
    exclusions: { 'no-consent': 1, 'opted-out': 1 },
    estimate: [{ provider: 'lab', seconds: 90 }],
    previews: [{ personId: 'per_1', text: 'Hi \u001b[2JAlex,\nspring is coming.' }],
  },
  { total: 4, sendable: 2, queued: 2, excluded: 2 },
)
const running = { ...staged, status: 'running' as const, counts: { ...staged.counts, queued: 1, sent: 1 } }
const completed = {
  ...running,
  status: 'completed' as const,
  counts: { ...staged.counts, queued: 0, sent: 2, delivered: 1 },
}

const usual: Routes = {
  'GET /campaigns': { body: { data: [running, draft] } },
  [`GET ${one}`]: { body: draft },
  [`POST ${one}/stage`]: { body: staged },
  [`POST ${one}/start`]: { body: running },
  [`GET ${one}/progress`]: { events: [running, completed] },
}

const envOf = ({ url }: FakeParley) => ({
  ...{ PARLEY_URL: url, PARLEY_API_KEY: 'sk-svc-0123', PARLEY_ORG: 'demo', PARLEY_AGENT: 'desk' },
})

async function campaigns(
  args: string[],
  { routes = {}, world = {} }: { routes?: Routes; world?: CliTestOptions } = {},
) {
  const parley = await startFakeParley({ ...usual, ...routes })
  return { ...(await runCliTest(['campaigns', ...args], { env: envOf(parley), ...world })), parley }
}

test('list shows the progress of each campaign', async () => {
  const { exit, out } = await campaigns(['list'])
  assert.equal(exit, 0)
  assert.match(
    out,
    /^ID +NAME +STATUS +SENT +OF +FAILED\ncmp_1 +Spring +running +1 +2 +0\ncmp_1 +Spring +draft +0 +0 +0\n$/,
  )
  const { out: json } = await campaigns(['list', '--json'])
  assert.equal(JSON.parse(json).data[0].id, 'cmp_1')
})

test('show prints the audience, the exclusions with reasons and the message, and strips terminal control characters', async () => {
  const { exit, out } = await campaigns(['show', 'cmp_1'], { routes: { [`GET ${one}`]: { body: staged } } })
  assert.equal(exit, 0)
  assert.match(out, /People {5}4, 2 will receive it\n {2}Excluded {3}2: 1 no-consent, 1 opted-out\n/)
  assert.match(out, /about 1 min 30 s by lab\n {2}per_1 reads\n {4}Hi \[2JAlex,\n {4}spring is coming\.\n/)
  assert.match(out, /nothing is sent until it is started/)
})

test('watch follows a campaign to its end: 0 if it completed, 1 if it failed or was cancelled', async () => {
  const { exit, out } = await campaigns(['watch', 'cmp_1'])
  assert.deepEqual([exit, out], [0, 'COMPLETED  2 sent, 1 delivered  cmp_1\n'])
  for (const status of ['failed', 'cancelled'] as const) {
    const ended = { ...completed, status, detail: 'The channel is gone' }
    const result = await campaigns(['watch', 'cmp_1'], { routes: { [`GET ${one}/progress`]: { events: [ended] } } })
    assert.equal(result.exit, 1)
    assert.match(result.out, /^(FAILED|CANCELLED) {2}2 sent, 1 delivered \(The channel is gone\) {2}cmp_1\n$/)
  }
})

test('on a terminal watch draws a bar, clears it at the end, and prints the reason for a wait once', async () => {
  const waiting = { ...running, waiting: { reason: 'outside_send_window', until: '2030-01-31T20:00:00.000Z' } }
  const routes = { [`GET ${one}/progress`]: { events: [waiting, waiting, completed] } }
  const { err, out } = await campaigns(['watch', 'cmp_1'], { routes, world: { columns: () => 80 } })
  assert.match(err, /█{12}░{12} 1 of 2 {2}1 sent/)
  assert.ok(err.endsWith('\r\u001b[2K'))
  assert.equal(out.match(/waits for its send window to open, until 2030-01-31T20:00:00.000Z/g)?.length, 1)
})

test('--json prints each state once, one per line', async () => {
  const routes = { [`GET ${one}/progress`]: { events: [running, running, completed] } }
  const { exit, out } = await campaigns(['watch', 'cmp_1', '--json'], { routes })
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).status)
  assert.deepEqual([exit, lines], [0, ['running', 'completed']])
})

test('watch reopens a stream that ends, and polls the campaign where streams are not available', async () => {
  const anew = {
    [`GET ${one}/progress`]: [{ events: [running] }, { events: [completed] }],
    [`GET ${one}`]: { body: running },
  }
  const { exit, parley } = await campaigns(['watch', 'cmp_1'], { routes: anew })
  assert.deepEqual([exit, parley.called(`GET ${one}/progress`).length], [0, 2])
  for (const useless of [{ text: 'a page of a proxy' }, { events: [] }]) {
    const states = [running, running, running, completed].map((body) => ({ body }))
    const result = await campaigns(['watch', 'cmp_1'], {
      routes: { [`GET ${one}/progress`]: useless, [`GET ${one}`]: states },
    })
    assert.deepEqual([result.exit, result.parley.called(`GET ${one}`).length], [0, 4])
  }
})

test('Ctrl-C leaves the campaign running, and a deleted campaign cannot be watched', async () => {
  const stop = new AbortController()
  const parley = await startFakeParley({ ...usual, [`GET ${one}/progress`]: { events: [running], hangs: true } })
  const ending = runCliTest(['campaigns', 'watch', 'cmp_1'], { env: envOf(parley), interrupted: stop.signal })
  await waitForCondition(() => parley.called(`GET ${one}/progress`).length > 0)
  stop.abort()
  const { exit, err } = await ending
  assert.equal(exit, 130)
  assert.match(err, /cmp_1 continues/)
  assert.ok(parley.calls.every(({ route }) => route.startsWith('GET ')))
  assert.equal((await campaigns(['watch', 'cmp_2'])).exit, 2)
})

test('start stages a draft, shows its audience, and asks before it sends anything', async () => {
  const { exit, out, err, parley } = await campaigns(['start', 'cmp_1'], { world: { typed: ['y'] } })
  assert.equal(exit, 0, err)
  assert.match(
    out,
    /Excluded {3}2: 1 no-consent, 1 opted-out\n[\s\S]*Spring is running\nTo watch it: parley campaigns watch cmp_1\n$/,
  )
  assert.match(err, /Start it\? 2 people receive a message\. \[y\/N\] /)
  assert.deepEqual(
    parley.calls.map(({ route }) => route),
    [`GET ${one}`, `POST ${one}/stage`, `POST ${one}/start`],
  )
  for (const world of [{ typed: ['n'] }, { typed: [] }, {}]) {
    const unasked = await campaigns(['start', 'cmp_1'], { world })
    assert.notEqual(unasked.exit, 0)
    assert.deepEqual(unasked.parley.called(`POST ${one}/start`), [])
  }
})

test('start --yes does not ask, --watch waits for the end, and a rehearsal needs no yes', async () => {
  const { exit, out } = await campaigns(['start', 'cmp_1', '--yes', '--watch'])
  assert.equal(exit, 0)
  assert.match(out, /Spring is running\nCOMPLETED {2}2 sent, 1 delivered {2}cmp_1\n$/)
  const rehearsal = { [`POST ${one}/stage`]: { body: { ...staged, test: true } } }
  assert.equal((await campaigns(['start', 'cmp_1'], { routes: rehearsal })).exit, 0)
})

test('start waits for the staging of a large audience without a time limit', async () => {
  const staging = { ...draft, staging: { lookedAt: 1000, expected: 4000, beganAt: '2030-01-31T09:00:00.000Z' } }
  const routes = {
    [`GET ${one}`]: [draft, staging, staged].map((body) => ({ body })),
    [`POST ${one}/stage`]: { status: 202, body: staging },
  }
  const { exit, err, parley } = await campaigns(['start', 'cmp_1', '--yes'], { routes, world: { columns: () => 80 } })
  assert.equal(exit, 0, err)
  assert.match(err, /Staging: 1000 of 4000 people/)
  assert.equal(parley.called(`POST ${one}/start`).length, 1)
})

test('pause, resume and cancel print the new state of the campaign or the reason for a refusal', async () => {
  const paused = { ...running, status: 'paused' as const }
  const result = await campaigns(['pause', 'cmp_1'], { routes: { [`POST ${one}/pause`]: { body: paused } } })
  assert.deepEqual([result.exit, result.out], [0, 'Spring is paused: 1 sent, 1 queued\n'])
  const refused = {
    status: 409,
    body: { code: 'agent.campaign.immutable', title: 'The campaign can no longer be changed' },
  }
  const late = await campaigns(['resume', 'cmp_1'], { routes: { [`POST ${one}/resume`]: refused } })
  assert.equal(late.exit, 3)
  assert.match(late.err, /The campaign can no longer be changed/)
})
