import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manners } from '@parley/flow'
import { clockEventKinds } from '../../../platform/sandbox-clock.ts'
import { firstCellsOf, type GuideRequest, openGuide, runGuide } from '../../../testing/guide.ts'
import { createRegressionBench } from '../../../testing/regression-bench.ts'
import { conversationOutcomes, SimulationBody } from './simulation.ts'

/** Checks docs/proof.md: makes its requests in order and compares the responses. */

const bench = await createRegressionBench()
const guide = openGuide('proof')

test('the requests in the guide work as documented', async () => {
  const agent = await bench.agent({})
  const call = async ({ method, path, body }: GuideRequest) => {
    if (path.includes('/simulations/')) await bench.work()
    return agent.client.call(method, path.replace(/^A/, agent.path), body)
  }
  await runGuide(guide.blocks('sh', 'json'), { call })
})

test('the guide lists every field, manner, outcome and kind', () => {
  const cells = firstCellsOf(guide.section('Simulated people'))
  assert.deepEqual(cells, [...Object.keys(SimulationBody.shape), ...conversationOutcomes])
  for (const manner of manners) assert.ok(guide.section('Simulated people').includes(`\`${manner}\``), manner)
  assert.deepEqual(firstCellsOf(guide.section('The clock')), [...clockEventKinds])
})
