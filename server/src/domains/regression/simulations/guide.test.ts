import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manners } from '@parley/flow'
import { clockEventKinds } from '../../../platform/sandbox-clock.ts'
import type { ReplyBody } from '../../../testing/client.ts'
import { firstCellsOf, type GuideRequest, openGuide, runGuide } from '../../../testing/guide.ts'
import { createRegressionBench } from '../../../testing/regression-bench.ts'
import { conversationOutcomes, SimulationBody } from './simulation.ts'

/** Checks docs/proof.md: makes its requests in order and compares the responses. */

const bench = await createRegressionBench()
const guide = openGuide('proof')

test('the requests in the guide work as documented', async () => {
  const agent = await bench.agent({})
  const ids: Record<string, string> = {}
  const call = async ({ method, path, body }: GuideRequest) => {
    if (path.includes('/simulations/')) await bench.work()
    return agent.client.call(method, path.replace(/^A/, agent.path), body)
  }
  const onResponse = ({ method, path }: GuideRequest, body: ReplyBody) => {
    if (path.includes('/conversations?')) ids.simulatedId = body.data[0].id
    if (method !== 'POST' || !body.id) return
    if (path === 'A/simulations') ids.simulationId = body.id
    if (path === 'A/tests/suites') ids.suiteId = body.id
    if (path === 'A/personas') ids.personaId = body.id
  }
  await runGuide(guide.blocks('http', 'json'), { ids, call, onResponse })
})

test('the guide lists every field, manner, outcome and kind', () => {
  const cells = firstCellsOf(guide.section('Simulated people'))
  assert.deepEqual(cells, [...Object.keys(SimulationBody.shape), ...conversationOutcomes])
  for (const manner of manners) assert.ok(guide.section('Simulated people').includes(`\`${manner}\``), manner)
  assert.deepEqual(firstCellsOf(guide.section('The clock')), [...clockEventKinds])
})
