import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCampaignsBench } from '../../../testing/campaigns-bench.ts'
import { openTwilioServer } from '../../../testing/twilio-server.ts'

/** A campaign whose provider accepts messages but returns an error. */

const clock = { now: () => new Date() }
const twilio = await openTwilioServer(() => clock.now())
const bench = await createCampaignsBench({ config: { channelApis: twilio.apis, batchRates: { twilio: 400 } } })
const { world, work } = bench
clock.now = world.now

async function startCampaign(count: number) {
  const own = await bench.agent(twilio.binding('rcs'))
  const people = await own.importPeople(Array.from({ length: count }, () => ({})))
  const id = await own.createStagedCampaign(people, { outreachId: await own.outreach('News') })
  await own.command(id, 'start')
  return { own, id, times: () => people.map(({ address }) => twilio.textsTo(address).length) }
}
async function pass(minutes: number): Promise<void> {
  for (let left = minutes; left > 0; left--) {
    world.advance(60_000)
    await work()
  }
}
const once = (count: number) => Array.from({ length: count }, () => 1)

test('with one 504 per recipient no one gets the opening message twice, and all are counted as sent', async () => {
  twilio.behavior.answer = ({ attempt }) => (attempt === 1 ? { status: 504 } : undefined)
  const { own, id, times } = await startCampaign(40)
  await work()
  await pass(40)
  delete twilio.behavior.answer
  const { status, counts } = await own.assertAddsUp(id)
  assert.deepEqual([status, counts.sent, counts.failed], ['completed', 40, 0])
  assert.deepEqual(times(), once(40))
})

test('sends with an unknown outcome fail; receipts within a day count them as sent and delivered', async () => {
  twilio.behavior.answer = ({ attempt }) => (attempt === 1 ? { reset: 'beforeAnswer' } : undefined)
  twilio.behavior.list = () => ({ status: 500 })
  const { own, id, times } = await startCampaign(10)
  await work()
  await pass(60)
  delete twilio.behavior.answer
  delete twilio.behavior.list
  const before = await own.assertAddsUp(id)
  assert.deepEqual([before.status, before.counts.sent, before.counts.failed], ['completed', 0, 10])
  for (const { id: channelMessageId } of twilio.accepted.slice(-10)) {
    await own.receive('rcs', { kind: 'receipt', channelMessageId, state: 'delivered' })
  }
  await work()
  const { counts } = await own.assertAddsUp(id)
  assert.deepEqual([counts.sent, counts.delivered, counts.failed], [10, 10, 0])
  assert.deepEqual((await own.report(id)).reasons, {})
  assert.deepEqual(times(), once(10))
})
