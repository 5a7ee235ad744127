import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type Routes, startFakeParley } from '../../testing/fake-parley.ts'
import { runCliTest, waitForCondition } from '../../testing/run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'parley-simulate-'))
after(() => rmSync(folder, { recursive: true }))

const outcomes = { goal: 0, contained: 0, handedOver: 0, maxTurns: 0, error: 0 }
const queued = {
  ...{ id: 'sim_1', status: 'queued', count: 4, done: 0, seed: 7, maxTurns: 20 },
  ...{ goalRate: 0, contained: 0, ruleHits: 0, errors: 0, medianTurns: 0, outcomes, failures: [] },
}
const completed = {
  ...queued,
  ...{ status: 'completed', done: 4, goalRate: 0.75, contained: 1, medianTurns: 3 },
  outcomes: { ...outcomes, goal: 3, contained: 1 },
  failures: [{ cause: 'Still asked for email\u001b[2J', count: 1, conversationId: 'smc_4' }],
}
const progress = 'GET /simulations/sim_1/progress'

async function simulate(args: string[], routes: Routes = {}, interrupted?: AbortSignal) {
  const parley = await startFakeParley({
    'POST /simulations': { status: 202, body: queued },
    [progress]: { events: [queued, completed] },
    'GET /simulations/sim_1': { body: completed },
    'POST /simulations/sim_1/cancel': { body: { ...queued, status: 'cancelled' } },
    ...routes,
  })
  const env = { PARLEY_URL: parley.url, PARLEY_API_KEY: 'sk-svc-0123', PARLEY_ORG: 'demo', PARLEY_AGENT: 'desk' }
  const options = { env, workingDirectory: folder, ...(interrupted && { interrupted }) }
  return { ending: runCliTest(['simulate', ...args], options), parley }
}

async function finish(args: string[], routes?: Routes) {
  const { ending, parley } = await simulate(args, routes)
  return { ...(await ending), parley }
}

test('simulate plays the default suite, follows it, and lists outcomes and causes without control characters', async () => {
  const { exit, out, parley } = await finish(['--seed', '7'])
  assert.equal(exit, 0, out)
  assert.deepEqual(parley.called('POST /simulations')[0]?.body, { suite: 'default', count: 20, seed: 7 })
  assert.match(out, /Simulation sim_1: 4 conversations, seed 7/)
  assert.match(out, /4 conversations: 3 goal, 1 contained; median of 3 turns/)
  assert.match(out, /1 × Still asked for email/)
  assert.ok(!out.includes('\u001b'))
})

test('profiles come from a file, and the draft answers', async () => {
  const profiles = [{ id: 'ada', goal: 'Rent a boat' }]
  writeFileSync(join(folder, 'people.json'), JSON.stringify(profiles))
  const args = ['--profiles', 'people.json', '--count', '4', '--max-turns', '8', '--draft', 'drf_1']
  const { exit, parley } = await finish(args)
  assert.equal(exit, 0)
  const body = { profiles, count: 4, maxTurns: 8, draftId: 'drf_1' }
  assert.deepEqual(parley.called('POST /simulations')[0]?.body, body)
})

test('too few goals or an error fail with exit code 1; the JUnit file names the errors', async () => {
  const low = await finish(['--min-goal-rate', '0.8'])
  assert.equal(low.exit, 1)
  assert.match(low.out, /Only 0\.75 reached their goal; 0\.8 are required/)
  assert.equal((await finish(['--min-goal-rate', '0.75'])).exit, 0)
  const failed = { ...completed, errors: 1 }
  const conversations = [
    { id: 'smc_1', n: 1, profileId: 'ada', outcome: 'goal' },
    { id: 'smc_2', n: 2, profileId: 'sam', outcome: 'error', reason: 'The model <failed>' },
  ]
  const { exit } = await finish(['--junit', 'people.xml'], {
    [progress]: { events: [failed] },
    'GET /simulations/sim_1/conversations': { body: { data: conversations } },
  })
  assert.equal(exit, 1)
  const xml = readFileSync(join(folder, 'people.xml'), 'utf8')
  assert.match(xml, /<testsuites tests="2" failures="1" errors="0">/)
  assert.match(xml, /classname="sam" name="2: error"><failure message="The model &lt;failed&gt;"/)
})

test('what cannot be read is refused before anything is started', async () => {
  writeFileSync(join(folder, 'text.json'), 'Ada')
  writeFileSync(join(folder, 'object.json'), '{}')
  for (const args of [
    ['--count', 'many'],
    ['--min-goal-rate', ''],
    ['--profiles', 'missing.json'],
    ['--profiles', 'text.json'],
    ['--profiles', 'object.json'],
  ]) {
    const { exit, parley } = await finish(args)
    assert.deepEqual([exit, parley.calls], [2, []], args.join(' '))
  }
})

test('a simulation that somebody canceled has no verdict; Ctrl-C cancels it', async () => {
  const cancelled = { ...queued, status: 'cancelled' }
  assert.equal((await finish([], { [progress]: { events: [cancelled] } })).exit, 3)
  const stop = new AbortController()
  const { ending, parley } = await simulate([], { [progress]: { events: [queued], hangs: true } }, stop.signal)
  await waitForCondition(() => parley.called(progress).length > 0)
  stop.abort()
  assert.equal((await ending).exit, 130)
  assert.equal(parley.called('POST /simulations/sim_1/cancel').length, 1)
})
