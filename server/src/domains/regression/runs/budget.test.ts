import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem } from '../../../testing/client.ts'
import { createRegressionBench, erringCase, type RegressionAgent } from '../../../testing/regression-bench.ts'

/** Case units, daily budgets, and runs that exceed them. */

const bench = await createRegressionBench()
const { world } = bench

async function tested(count: number, change: object = {}): Promise<RegressionAgent> {
  const agent = await bench.agent()
  const suite = await agent.suite()
  for (let n = 0; n < count; n++) await agent.case(suite, change)
  return agent
}

test('a run over the limit per run, or over the rest of the day, is refused with helpful values', async () => {
  const agent = await tested(3)
  await bench.limits(agent, { maxUnitsPerRun: 2 })
  const refused = async (wish: object = {}) => {
    const reply = await agent.post('/tests/runs', wish)
    assertProblem(reply, 429, 'agent.test.quota_exceeded')
    return reply.body
  }
  const { estimate, remaining, maxUnitsPerRun, resetsAt, suggestion } = await refused()
  assert.deepEqual([estimate.units, remaining, maxUnitsPerRun, resetsAt], [3, 250, 2, '2030-02-01T00:00:00.000Z'])
  assert.ok(estimate.tokens > 0 && suggestion.length > 0)
  await bench.limits(agent, { maxUnitsPerRun: null, maxCasesPerRun: 5 })
  await refused({ samplesOverride: 2 })
  await bench.limits(agent, { maxCasesPerRun: null, dailyUnits: 2 })
  assert.deepEqual((await refused()).remaining, 2)
  assert.equal((await agent.quota()).org.used, 0)
  await bench.limits(agent, { dailyUnits: 3 })
  const { run } = await agent.runAndWait()
  assert.deepEqual([run.estimate.units, run.usage.units, (await agent.quota()).org.remaining], [3, 3, 0])
  assert.equal((await refused()).remaining, 0)
})

test('an exhausted day pauses the run without overdraft, and it continues automatically after midnight UTC', async () => {
  const agent = await tested(5)
  const id = await agent.start()
  await bench.limits(agent, { dailyUnits: 2 })
  const { run, states } = await agent.waitForRun(id)
  assert.deepEqual([run.status, run.pauseReason, run.counts.passed, run.pending], ['paused', 'quota', 2, 3])
  assert.deepEqual(states.filter((state) => state === 'pending').length, 3)
  assert.equal((await agent.quota()).org.remaining, 0)
  await bench.chore('resume-test-runs')
  assert.equal((await agent.readRun(id)).status, 'paused', 'the day is not over')
  await agent.applyCommand(id, 'resume')
  assert.equal((await agent.waitForRun(id)).run.pauseReason, 'quota', 'resumed without budget')
  world.advance(Date.parse('2030-02-01T00:00:00.000Z') - world.now().getTime())
  await bench.chore('resume-test-runs')
  assert.equal((await agent.readRun(id)).status, 'running')
  await bench.limits(agent, { dailyUnits: 100 })
  const ended = await agent.waitForRun(id)
  assert.deepEqual([ended.run.status, ended.run.counts.passed], ['completed', 5], 'what was changed holds at once')
  const { org, resetsAt } = await agent.quota()
  assert.deepEqual([org.used, resetsAt], [3, '2030-02-02T00:00:00.000Z'], 'each day is billed what was played on it')
})

test('a run paused by a user must be resumed by a user, also after midnight', async () => {
  const agent = await tested(1)
  const id = await agent.start()
  await agent.applyCommand(id, 'pause')
  world.advance(86_400_000)
  await bench.chore('resume-test-runs')
  const { status, pauseReason } = await agent.readRun(id)
  assert.deepEqual([status, pauseReason], ['paused', 'operator'])
})

test('a case that errs is not billed and leaves its unit to waiting cases', async () => {
  const agent = await tested(4, erringCase)
  const id = await agent.start()
  await bench.limits(agent, { dailyUnits: 1 })
  const { run } = await agent.waitForRun(id)
  assert.deepEqual([run.status, run.counts.errored, run.usage.units], ['completed', 4, 0])
  assert.equal((await agent.quota()).org.used, 0)
})
