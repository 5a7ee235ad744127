import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manners } from '@parley/flow'
import { assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { createRegressionBench } from '../../../testing/regression-bench.ts'
import { builtInCatalog } from '../../catalogs/index.ts'

/** Simulated people play every flow of the catalog to its end, with an agent that answers as it does live. */

const bench = await createRegressionBench()
const everyDay = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, startTime: '08:00', endTime: '20:00' }))
const capabilities = {
  scheduling: { timezone: 'UTC', availableHours: everyDay, representatives: [{ id: 'anna', name: 'Anna' }] },
}
const templates = builtInCatalog.list('playbook-templates').filter(({ flow }) => flow)
const uses = ['people', 'scheduling', 'notify']

async function simulate(template: (typeof templates)[number]): Promise<ReplyBody[]> {
  const { name, body, flow } = template
  const agent = await bench.agent({
    playbooks: [{ id: 'main', name, body, uses, isDefault: true, flow }],
    capabilities,
  })
  const profiles = manners.map((manner) => ({ id: manner, goal: name, manner }))
  const { id } = assertStatus(
    await agent.post('/simulations', { profiles, count: manners.length, maxTurns: 30, seed: 11 }),
    202,
  )
  for (let attempts = 0; attempts < 200; attempts++) {
    await bench.work()
    const { status } = assertStatus(await agent.get(`/simulations/${id}`), 200)
    if (status === 'completed')
      return assertStatus(await agent.get(`/simulations/${id}/conversations?limit=50`), 200).data
    bench.world.advance(1000)
  }
  return assert.fail('the simulation does not end')
}

for (const template of templates)
  test(`${template.name}: every simulated person comes to an end of the flow`, async () => {
    const conversations = await simulate(template)
    assert.equal(conversations.length, manners.length)
    const outcomes = new Set(template.flow?.steps.flatMap((step) => ('end' in step ? step.end.outcome : [])))
    for (const { outcome, reason, transcript } of conversations) {
      const story = `${reason}\n${transcript.map((line: ReplyBody) => `${line.role}: ${line.text}`).join('\n')}`
      if (outcome === 'handedOver') continue
      assert.equal(outcome, 'contained', story)
      const [, ended = ''] = /^Ended with (.+)$/.exec(reason) ?? []
      assert.ok(
        ended.split(', ').some((one) => outcomes.has(one)),
        story,
      )
    }
  })
