import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertStatus, type ReplyBody } from '../../testing/client.ts'
import { createRegressionBench, failingCase, passingCase } from '../../testing/regression-bench.ts'

/** Usage counts the runs and units of test runs, but not their messages. */

const bench = await createRegressionBench()
const hour = 3_600_000

test('a test run is counted by its units, shown with its agent, and raises an alert when it fails', async () => {
  const agent = await bench.agent()
  const suite = await agent.suite()
  await agent.case(suite, passingCase)
  await agent.case(suite, failingCase)
  const { run } = await agent.runAndWait({ suiteIds: [suite] })
  const read = async (path: string): Promise<ReplyBody> =>
    assertStatus(await agent.client.get(`/orgs/${agent.orgId}${path}`), 200)
  const nonZeroTotals = ({ totals }: ReplyBody) => Object.entries(totals).filter(([, value]) => value !== 0)
  const expected = [
    ['testRuns', 1],
    ['testUnits', run.usage.units],
  ]
  assert.ok(run.usage.units > 0)
  assert.deepEqual(nonZeroTotals(await read('/usage')), expected)
  bench.world.advance(2 * hour)
  await bench.chore('roll-up-usage')
  assert.deepEqual(nonZeroTotals(await read('/usage')), expected)
  const [{ lastTestRun }] = (await read('/agents-overview')).data
  assert.deepEqual(lastTestRun, { id: run.id, status: 'completed', passed: 1, failed: 1, finishedAt: run.completedAt })
  const [entry, ...others] = (await read('/attention')).data
  assert.deepEqual(others, [])
  assert.deepEqual(entry, {
    ...{ agentId: agent.id, kind: 'tests.failed', severity: 'warning', count: 1, at: run.completedAt },
    text: 'The last test run of Harbour has 1 failure.',
    target: { kind: 'testRun', id: run.id },
  })
})
