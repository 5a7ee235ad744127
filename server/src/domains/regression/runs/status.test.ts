import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runStatuses } from '@parley/definition/vocabulary'
import { fc } from '@parley/test-kit'
import { assertProblem, assertStatus, type TestReply } from '../../../testing/client.ts'
import { createRegressionBench, erringCase, failingCase, modelOnlyAgent } from '../../../testing/regression-bench.ts'
import { isFinalStatus, nextRunStatus, type RunCommand, type RunStatus } from './run.ts'

/** The transitions of a test run; all others are refused. */
const table: Record<RunCommand, Partial<Record<RunStatus, RunStatus>>> = {
  begin: { queued: 'running' },
  pause: { queued: 'paused', running: 'paused' },
  resume: { paused: 'running' },
  cancel: { queued: 'cancelled', running: 'cancelled', paused: 'cancelled' },
  complete: { running: 'completed' },
  fail: { queued: 'failed', running: 'failed', paused: 'failed' },
}

const bench = await createRegressionBench()
const { pool, world, play } = bench

test('a run has only the documented transitions', () => {
  const verbs = Object.keys(table) as RunCommand[]
  for (const verb of verbs) for (const from of runStatuses) assert.equal(nextRunStatus(verb, from), table[verb][from])
  const finals = runStatuses.filter(isFinalStatus)
  assert.deepEqual(finals, ['completed', 'cancelled', 'failed'])
  for (const from of finals) for (const verb of verbs) assert.equal(nextRunStatus(verb, from), undefined)
})

test('a run is queued until a worker starts it, then runs to its end; its counts and times show that', async () => {
  const agent = await bench.agent()
  const suite = await agent.suite()
  for (const change of [{}, failingCase, erringCase]) await agent.case(suite, change)
  const id = await agent.start()
  const queued = await agent.readRun(id)
  assert.deepEqual([queued.status, queued.pending, queued.inFlight], ['queued', 3, []])
  assert.deepEqual(queued.counts, { total: 3, passed: 0, failed: 0, errored: 0, skipped: 0 })
  world.advance(5_000)
  const { run, states } = await agent.waitForRun(id)
  assert.deepEqual([run.status, states], ['completed', ['passed', 'failed', 'errored']])
  assert.deepEqual(run.counts, { total: 3, passed: 1, failed: 1, errored: 1, skipped: 0 })
  assert.deepEqual([run.pending, run.inFlight], [0, []])
  assert.ok(run.createdAt < run.startedAt && run.startedAt <= run.completedAt)
})

test('only one of several concurrently started runs is accepted, and the others are refused with its id', async () => {
  const agent = await bench.agent()
  await agent.case(await agent.suite())
  const replies = await Promise.all(Array.from({ length: 4 }, () => agent.post('/tests/runs', {})))
  const won = replies.filter(({ status }) => status === 202)
  assert.equal(won.length, 1)
  for (const reply of replies.filter(({ status }) => status !== 202)) {
    assertProblem(reply, 409, 'agent.test.run_active')
    assert.equal(reply.body.activeRunId, won[0]?.body.id)
  }
  const id = won[0]?.body.id
  await agent.applyCommand(id, 'pause')
  assert.equal((await agent.post('/tests/runs', {})).body.activeRunId, id, 'a paused one is active too')
  const cancelled = await agent.applyCommand(id, 'cancel')
  assert.deepEqual([cancelled.status, cancelled.counts.skipped], ['cancelled', 1])
  assert.equal((await agent.runAndWait()).run.status, 'completed')
})

const verbs = ['pause', 'resume', 'cancel'] as const
type Verb = (typeof verbs)[number] | 'start'
type Step = { verb: Verb } | { work: Verb[] }
const verb = fc.constantFrom<Verb>('start', ...verbs)
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(fc.record({ verb }), fc.record({ work: fc.array(verb, { maxLength: 4 }) })),
  { minLength: 1, maxLength: 8 },
)

test('after any sequence of commands every row ends, the counts add up, and a refusal changes nothing', async () => {
  const agent = await bench.agent(modelOnlyAgent)
  const suite = await agent.suite()
  await agent.case(suite, { turns: ['One', 'Two', 'Three'], samples: 2 })
  await agent.case(suite, failingCase)
  await agent.case(suite, erringCase)
  const rows = 4
  const rowsOf = async () =>
    (await pool.query('select * from test_results where agent_key = $1 order by run_id, n', [agent.key.key])).rows
  const everything = async () => [
    (await pool.query('select * from test_runs where agent_key = $1 order by id', [agent.key.key])).rows,
    await rowsOf(),
  ]
  let id = ''
  const ask = (verb: Verb): Promise<TestReply> =>
    verb === 'start' ? agent.post('/tests/runs', {}) : agent.sendCommand(id || 'none', verb)

  /** Executes the command while no worker runs: follows the table. */
  async function acts(verb: Verb): Promise<void> {
    const before = id === '' ? undefined : ((await agent.readRun(id)).status as RunStatus)
    const unchanged = await everything()
    const reply = await ask(verb)
    if (verb === 'start' && (!before || isFinalStatus(before))) {
      id = assertStatus(reply, 202).id
    } else if (verb !== 'start' && before && table[verb][before]) {
      assert.equal(assertStatus(reply, 200).status, table[verb][before])
    } else {
      assertProblem(reply, ...refusalOf(verb, before))
      assert.deepEqual(await everything(), unchanged)
    }
  }

  /** Executes each command during a turn of a case; an interrupted case may have to wait until it is due. */
  async function works(during: Verb[]): Promise<void> {
    const left = during.values()
    play(async () => {
      const { value } = left.next()
      const reply = value && (await ask(value))
      if (value === 'start' && reply?.status === 202) id = reply.body.id
      else if (reply && reply.status !== 200) assert.match(reply.body.code, /run_immutable|run_active|not_found/)
      return 'Hello.'
    })
    await bench.work()
    play('Hello.')
  }

  async function endsWell(): Promise<void> {
    if (id === '') return
    const { status } = await agent.readRun(id)
    if (status === 'paused') await agent.applyCommand(id, 'resume')
    const { run, states } = await agent.waitForRun(id)
    assert.ok(isFinalStatus(run.status), run.status)
    for (const { state, due_at, lease_token } of await rowsOf()) {
      assert.ok(['passed', 'failed', 'errored', 'skipped', 'cancelled'].includes(state), state)
      assert.deepEqual([due_at, lease_token], [null, null])
    }
    const count = (state: string) => states.filter((one) => one === state).length
    const { total, ...counts } = run.counts
    assert.deepEqual([total, states.length], [rows, rows])
    for (const [state, counted] of Object.entries(counts)) assert.equal(counted, count(state), state)
    if (run.status === 'completed') assert.deepEqual(counts, { passed: 2, failed: 1, errored: 1, skipped: 0 })
    id = ''
  }

  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      world.advance(60_000)
      await acts('start')
      for (const step of all) await ('verb' in step ? acts(step.verb) : works(step.work))
      await endsWell()
    }),
    { numRuns: 8 },
  )
})

function refusalOf(verb: Verb, before: RunStatus | undefined): [status: number, code: string] {
  if (verb === 'start') return [409, 'agent.test.run_active']
  return before ? [409, 'agent.test.run_immutable'] : [404, 'agent.test.not_found']
}
