import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertStatus, type ReplyBody } from '../../testing/client.ts'
import { createOutreachBench } from '../../testing/outreach-bench.ts'

/** Sends count at the time of acceptance, in their current state. */

const bench = await createOutreachBench()
const { world, work, chore } = bench
const minute = 60_000

test('sends are counted by state, also when it changes after the rollup; many failures raise an alert', async () => {
  const agent = await bench.agent('rcs')
  const outreach = await agent.outreach()
  const read = async (path: string): Promise<ReplyBody> =>
    assertStatus(await agent.api.client.get(`/orgs/${agent.api.orgId}${path}`), 200)
  const states = async () => {
    const { sendStates, totals } = await read('/usage')
    assert.equal(
      totals.sends,
      sendStates.reduce((sum: number, { count }: ReplyBody) => sum + count, 0),
    )
    return sendStates.map(({ state, count }: ReplyBody) => `${count} ${state}`)
  }
  // Two of them fail permanently.
  const settings = [{}, {}, {}, { failNext: { count: 1, status: 400 } }, { failNext: { count: 1, status: 400 } }]
  for (const [n, failing] of settings.entries()) {
    const { id } = await agent.createPerson({}, failing)
    await agent.accepted(outreach, { recipient: { personId: id }, idempotencyKey: `key ${n}` })
  }
  assert.deepEqual(await states(), ['5 queued'])
  world.advance(63 * minute)
  await chore('roll-up-usage')
  assert.deepEqual(await states(), ['5 queued'])
  await work()
  world.advance(60 * minute)
  await chore('roll-up-usage')
  assert.deepEqual(await states(), ['3 sent', '2 failed'])
  const [entry, ...others] = (await read('/attention')).data
  assert.deepEqual(others, [])
  assert.deepEqual(entry, {
    ...{ agentId: agent.api.id, kind: 'sends.failing', severity: 'error', count: 2, target: { kind: 'sends' } },
    text: '2 of 5 sends of Harbour failed in the last 24 hours.',
  })
})
