import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertStatus, type ReplyBody } from '../../../../testing/client.ts'
import {
  createRegressionBench,
  failingCase,
  passingCase,
  type RegressionAgent,
} from '../../../../testing/regression-bench.ts'

const bench = await createRegressionBench()
const { world, pool, work } = bench
const day = 86_400_000
const minute = 60_000

/** An agent with team notifications, and a suite scheduled daily at six. */
async function scheduled(...cases: object[]): Promise<{ agent: RegressionAgent; suite: string }> {
  const agent = await bench.agent()
  const operator = { provider: 'email', toAddress: 'team@example.com' }
  assertStatus(await agent.put('/notifications', { operator }), 200)
  const suite = await agent.suite({ name: 'Nightly', schedule: { every: 'daily' } })
  for (const change of cases) await agent.case(suite, change)
  return { agent, suite }
}

async function untilSix(): Promise<Date> {
  const now = world.now()
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), 6)
  world.advance((today > now.getTime() ? today : today + day) - now.getTime())
  return world.now()
}

const suiteOf = async ({ agent, suite }: { agent: RegressionAgent; suite: string }): Promise<ReplyBody> =>
  assertStatus(await agent.get(`/tests/suites/${suite}`), 200)
const runsOf = async (agent: RegressionAgent): Promise<ReplyBody[]> =>
  assertStatus(await agent.get('/tests/runs'), 200).data
const notices = async ({ key }: RegressionAgent): Promise<string[]> => {
  const { rows } = await pool.query('select text from team_notices where agent_key = $1 order by created_at', [key.key])
  return rows.map(({ text }) => text)
}

test('a due schedule runs the whole suite once and sets the next time; a successful run sends no notice', async () => {
  const nightly = await scheduled(passingCase, passingCase)
  const { agent, suite } = nightly
  await agent.case(await agent.suite(), passingCase)
  await work()
  assert.deepEqual(await runsOf(agent), [])
  const six = await untilSix()
  await Promise.all([work(), bench.worker().drain()])
  const [run, ...more] = await runsOf(agent)
  assert.deepEqual([run.requestedBy, run.selection, more], [{ via: 'schedule' }, { suiteIds: [suite] }, []])
  const { nextRunAt, lastScheduledRunId } = await suiteOf(nightly)
  assert.deepEqual([nextRunAt, lastScheduledRunId], [new Date(six.getTime() + day).toISOString(), run.id])
  const ended = await agent.waitForRun(run.id)
  assert.deepEqual([ended.run.status, ended.run.counts.passed], ['completed', 2])
  assert.deepEqual(await notices(agent), [])
  await untilSix()
  await work()
  assert.equal((await runsOf(agent)).length, 2, 'and so it goes on, day by day')
})

test('a due schedule waits while another run is active, and is retried each minute', async () => {
  const nightly = await scheduled(passingCase)
  const { agent } = nightly
  const active = await agent.start()
  await agent.applyCommand(active, 'pause')
  const six = await untilSix()
  await work()
  world.advance(minute)
  await work()
  assert.equal((await suiteOf(nightly)).nextRunAt, six.toISOString(), 'it is still to come')
  await agent.applyCommand(active, 'cancel')
  world.advance(minute)
  await work()
  const [run] = await runsOf(agent)
  assert.deepEqual([run.requestedBy.via, (await suiteOf(nightly)).lastScheduledRunId], ['schedule', run.id])
  assert.deepEqual(await notices(agent), [])
})

test('a scheduled run that cannot start for another reason notifies the team, and the next time is set', async () => {
  const faulty = await scheduled({ expect: { checks: { activePlaybookAtEnd: 'bicycles' } } })
  assertStatus(await faulty.agent.del('/playbooks/bicycles'), 204)
  const poor = await scheduled(passingCase, passingCase)
  await bench.limits(poor.agent, { dailyUnits: 1 })
  const empty = await scheduled()
  const six = await untilSix()
  await work()
  for (const [nightly, why] of [
    [faulty, /has lint errors/],
    [poor, /2 units/],
    [empty, /no case/],
  ] as const) {
    const { nextRunAt, lastScheduledRunId } = await suiteOf(nightly)
    assert.deepEqual([nextRunAt, lastScheduledRunId], [new Date(six.getTime() + day).toISOString(), undefined])
    assert.deepEqual(await runsOf(nightly.agent), [])
    const [notice = '', ...more] = await notices(nightly.agent)
    assert.match(notice, /“Nightly” could not be started/)
    assert.match(notice, why)
    assert.deepEqual(more, [])
  }
})

test('a scheduled run with problems notifies the team once; a manual one does not', async () => {
  const { agent } = await scheduled(passingCase, failingCase)
  await agent.runAndWait()
  assert.deepEqual(await notices(agent), [])
  await untilSix()
  await work()
  const [{ id }] = (await runsOf(agent)) as [ReplyBody]
  await agent.waitForRun(id)
  await work()
  const [notice = '', ...more] = await notices(agent)
  assert.match(notice, /1 of 2 cases failed and 0 had no verdict/)
  assert.deepEqual(more, [])
})

test('without a notification channel the team is not notified, and a removed schedule starts nothing', async () => {
  const { agent, suite } = await scheduled(failingCase)
  assertStatus(await agent.put('/notifications', {}), 200)
  await untilSix()
  await work()
  const [{ id }] = (await runsOf(agent)) as [ReplyBody]
  assert.equal((await agent.waitForRun(id)).run.counts.failed, 1)
  assert.deepEqual(await notices(agent), [])
  assertStatus(await agent.patch(`/tests/suites/${suite}`, { schedule: null }), 200)
  await untilSix()
  await work()
  assert.equal((await runsOf(agent)).length, 1)
})
