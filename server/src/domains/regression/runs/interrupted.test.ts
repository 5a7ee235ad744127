import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createRegressionBench,
  type ModelGate,
  modelOnlyAgent,
  type RegressionAgent,
} from '../../../testing/regression-bench.ts'

/** Cases in progress while a run is paused or canceled, or while its worker dies. */

const bench = await createRegressionBench()
const { pool, world, play } = bench
const leaseMilliseconds = 31_000

/** Two turns per case, none of them answered yet. */
async function inFlight(
  cases = 1,
): Promise<{ agent: RegressionAgent; id: string; gate: ModelGate; working: Promise<void> }> {
  const agent = await bench.agent(modelOnlyAgent)
  const suite = await agent.suite()
  for (let n = 1; n <= cases; n++) await agent.case(suite, { title: `Case ${n}`, turns: ['One', 'Two'] })
  const gate = bench.gate()
  const id = await agent.start()
  const working = bench.work()
  await gate.reached(cases)
  return { agent, id, gate, working }
}

const rowsOf = async (runId: string) =>
  (await pool.query('select * from test_results where run_id = $1 order by n', [runId])).rows
const sandboxes = async ({ key }: RegressionAgent): Promise<string[]> =>
  (await pool.query('select asid from sandbox_people where agent_key = $1', [key.key])).rows.map(({ asid }) => asid)
const tracesOf = async (asid: string): Promise<number> => {
  const { rows } = await pool.query(
    `select (select count(*) from conversations where asid = $1) + (select count(*) from messages where asid = $1)
          + (select count(*) from turns where asid = $1) as traces`,
    [asid],
  )
  return Number(rows[0].traces)
}
const personLines = ({ transcript }: { transcript: { role: string; text: string }[] }) =>
  transcript.filter(({ role }) => role === 'user').map(({ text }) => text)

test('a running case is reported; paused, it finishes its turn, is requeued, and is played again with a new person', async () => {
  const { agent, id, gate, working } = await inFlight()
  const {
    status,
    pending,
    inFlight: [playing],
  } = await agent.readRun(id)
  assert.deepEqual([status, pending, playing.title, playing.sample], ['running', 0, 'Case 1', 1])
  const [first] = await sandboxes(agent)
  const paused = await agent.applyCommand(id, 'pause')
  assert.deepEqual([paused.status, paused.pauseReason, paused.inFlight.length], ['paused', 'operator', 1])
  gate.open()
  await working
  const [row] = await agent.results(id)
  assert.deepEqual([row.state, row.transcript, row.startedAt], ['pending', undefined, undefined])
  assert.equal((await agent.readRun(id)).pending, 1)
  world.advance(60_000)
  await bench.work()
  assert.equal((await agent.readRun(id)).status, 'paused', 'nobody plays while it is paused')
  const resumed = await agent.applyCommand(id, 'resume')
  assert.deepEqual([resumed.status, resumed.pauseReason], ['running', undefined])
  const { run, results } = await agent.waitForRun(id)
  assert.deepEqual([run.status, results[0].state, personLines(results[0])], ['completed', 'passed', ['One', 'Two']])
  assert.deepEqual(await sandboxes(agent), [results[0].userId], 'of whom it was played with before nothing is left')
  assert.notEqual(results[0].userId, first)
  assert.equal(await tracesOf(first as string), 0)
})

test('a case resumed before its turn ends continues; one resumed while it is being requeued is not lost', async () => {
  const { agent, id, gate, working } = await inFlight()
  await agent.applyCommand(id, 'pause')
  await agent.applyCommand(id, 'resume')
  gate.open()
  await working
  const { results } = await agent.waitForRun(id)
  assert.deepEqual([results[0].state, personLines(results[0])], ['passed', ['One', 'Two']])
  // Pauses the run in each of its turns, and resumes it while the case is being returned to the queue.
  const again = await agent.start()
  const resumed: Promise<unknown>[] = []
  play(async () => {
    if (resumed.length < 6) {
      await agent.applyCommand(again, 'pause')
      resumed.push(agent.applyCommand(again, 'resume'))
    }
    return 'Hello.'
  })
  for (let rounds = 0; rounds < 8; rounds++) {
    await bench.work()
    await Promise.all(resumed)
    const open = (await rowsOf(again)).filter(({ state }) => state === 'pending')
    for (const { due_at } of open) assert.ok(due_at, 'a row of a running run is due')
    world.advance(1000)
  }
  const ended = await agent.waitForRun(again)
  assert.deepEqual([ended.run.status, ended.states], ['completed', ['passed']])
})

test('cancelling lets running cases finish their turn, skips waiting ones, and bills neither', async () => {
  const agent = await bench.agent(modelOnlyAgent)
  await agent.case(await agent.suite(), { samples: 5, turns: ['One', 'Two'] })
  const gate = bench.gate()
  await bench.limits(agent, { dailyUnits: 5 })
  const id = await agent.start()
  await bench.limits(agent, { dailyUnits: 2 })
  const working = bench.work()
  await gate.reached(2)
  const cancelled = await agent.applyCommand(id, 'cancel')
  assert.deepEqual([cancelled.status, cancelled.counts.total], ['cancelled', 5])
  assert.ok(cancelled.cancelledAt)
  gate.open()
  await working
  // The waiting cases check again.
  for (let rounds = 0; rounds < 20; rounds++) {
    world.advance(1000)
    await bench.work()
  }
  const { run, states } = await agent.waitForRun(id)
  assert.deepEqual(
    [run.status, states.sort()],
    ['cancelled', [...Array(2).fill('cancelled'), ...Array(3).fill('skipped')]],
  )
  assert.deepEqual(run.counts, { total: 5, passed: 0, failed: 0, errored: 0, skipped: 3 })
  assert.equal((await agent.quota()).org.used, 0)
})

test('another worker replays the case of a killed worker from the start; if that one wakes up, it changes nothing', async () => {
  const agent = await bench.agent(modelOnlyAgent)
  await agent.case(await agent.suite(), { turns: ['One', 'Two'] })
  const gate = bench.gate()
  const id = await agent.start()
  const dead = bench.worker().drain()
  await gate.reached()
  const [first] = await sandboxes(agent)
  play('Good day.')
  await bench.work()
  assert.equal((await agent.readRun(id)).inFlight.length, 1, 'the lease of the dead still holds')
  world.advance(leaseMilliseconds)
  assert.deepEqual([(await agent.readRun(id)).pending, (await agent.results(id))[0]?.state], [1, 'pending'])
  const { run, results } = await agent.waitForRun(id)
  assert.deepEqual([run.counts.passed, personLines(results[0])], [1, ['One', 'Two']])
  assert.deepEqual(await sandboxes(agent), [results[0].userId])
  assert.equal(await tracesOf(first as string), 0)
  gate.open()
  await dead
  assert.deepEqual([await agent.readRun(id), await agent.results(id)], [run, results])
  assert.deepEqual(await sandboxes(agent), [results[0].userId])
  assert.equal((await agent.quota()).org.used, 1, 'it is billed once')
})

test('a case that repeatedly kills its worker errs, and the run still ends, even if it was paused meanwhile', async () => {
  const agent = await bench.agent(modelOnlyAgent)
  await agent.case(await agent.suite())
  for (const pausedMeanwhile of [false, true]) {
    const gates: [ModelGate, Promise<void>][] = []
    const id = await agent.start()
    for (let kills = 0; kills < 3; kills++) {
      const gate = bench.gate()
      gates.push([gate, bench.worker().drain()])
      await gate.reached()
      world.advance(leaseMilliseconds)
    }
    if (pausedMeanwhile) await agent.applyCommand(id, 'pause')
    await bench.work()
    if (pausedMeanwhile) await agent.applyCommand(id, 'resume')
    const { run, results } = await agent.waitForRun(id)
    assert.deepEqual([run.status, results[0].state, results[0].error.stage], ['completed', 'errored', 'turn'])
    for (const [gate, dead] of gates) {
      gate.open()
      await dead
    }
  }
  assert.equal((await agent.quota()).org.used, 0)
})

test('cases of dead workers do not wait for each other: if the day has no units left, the run is paused', async () => {
  const agent = await bench.agent(modelOnlyAgent)
  await agent.case(await agent.suite(), { samples: 2 })
  const gate = bench.gate()
  const id = await agent.start()
  const dead = bench.worker().drain()
  await gate.reached(2)
  await bench.limits(agent, { dailyUnits: 0 })
  world.advance(leaseMilliseconds)
  const { run } = await agent.waitForRun(id)
  assert.deepEqual([run.status, run.pauseReason, run.pending], ['paused', 'quota', 2])
  await bench.limits(agent, { dailyUnits: 1 })
  play('Hello.')
  await agent.applyCommand(id, 'resume')
  assert.deepEqual((await agent.waitForRun(id)).run.counts.passed, 1)
  gate.open()
  await dead
})

test('two concurrent workers play each row once', async () => {
  const agent = await bench.agent(modelOnlyAgent)
  await agent.case(await agent.suite(), { samples: 5 })
  let requestCount = 0
  play(() => {
    requestCount += 1
    return 'Hello.'
  })
  const id = await agent.start()
  await Promise.all([bench.worker().drain(), bench.worker().drain(), bench.work()])
  const { states } = await agent.waitForRun(id)
  assert.deepEqual([states, requestCount], [Array(5).fill('passed'), 5])
  assert.equal((await sandboxes(agent)).length, 5)
  assert.equal((await agent.quota()).agent.used, 5)
})

test('deleting an agent during a test deletes its run and blocks no other', async () => {
  const { agent, gate, working } = await inFlight()
  const other = await bench.agent(modelOnlyAgent)
  await other.case(await other.suite())
  const id = await other.start()
  assert.equal((await agent.del('')).status, 204)
  gate.open()
  await working
  assert.equal((await other.waitForRun(id)).run.counts.passed, 1)
  const { rows } = await pool.query('select id from test_results where agent_key = $1', [agent.key.key])
  assert.deepEqual([rows, await sandboxes(agent)], [[], []])
})
