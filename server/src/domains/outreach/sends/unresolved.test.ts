import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOutreachBench } from '../../../testing/outreach-bench.ts'
import { openTwilioServer } from '../../../testing/twilio-server.ts'

/** Sends whose provider may have the message stay in progress until the outcome is known. See docs/outreach.md. */

const clock = { now: () => new Date() }
const twilio = await openTwilioServer(() => clock.now())
const bench = await createOutreachBench({ config: { channelApis: twilio.apis } })
const { world, work } = bench
clock.now = world.now
const agent = await bench.agent()
await agent.bind(twilio.binding('rcs'))
const outreach = await agent.outreach()
const { readSend, readState, publishedStates } = agent

let made = 0
async function sendTo(answer: object) {
  const number = `+1505${5_560_000 + ++made}`
  const body = { recipient: { channel: 'rcs', address: number }, idempotencyKey: `key ${made}` }
  const { sendId } = await agent.accepted(outreach, body)
  twilio.behavior.answer = ({ attempt }) => (attempt === 1 ? answer : undefined)
  await work()
  delete twilio.behavior.answer
  const messageId = () => twilio.accepted.find(({ to }) => to.endsWith(number))?.id ?? assert.fail('it was not taken')
  const receipt = async (state: 'delivered' | 'read') => {
    await agent.receive('rcs', { kind: 'receipt', channelMessageId: messageId(), state })
    await work()
  }
  return { sendId, receipt, texts: () => twilio.textsTo(number) }
}
const deliveryOf = async (sendId: string) => {
  const { state, delivery } = await readSend(sendId)
  return [state, delivery.delivered, delivery.failed]
}
const blind = async (act: () => Promise<void>) => {
  twilio.behavior.list = () => ({ status: 503 })
  try {
    await act()
  } finally {
    delete twilio.behavior.list
  }
}

test('a send that the provider accepted with a 504 reaches the person once, and becomes sent when the provider confirms it', async () => {
  const { sendId, texts } = await sendTo({ status: 504 })
  assert.equal(await readState(sendId), 'sending')
  await agent.after(1)
  assert.equal(await readState(sendId), 'sent')
  await agent.after(60)
  assert.deepEqual([texts(), await publishedStates(sendId)], [['Good news'], ['queued', 'sent']])
})

test('a receipt makes an unresolved send sent and delivered immediately', async () => {
  await blind(async () => {
    const { sendId, receipt } = await sendTo({ reset: 'beforeAnswer' })
    await receipt('delivered')
    assert.deepEqual(await deliveryOf(sendId), ['sent', true, false])
    assert.deepEqual(await publishedStates(sendId), ['queued', 'sent'])
  })
})

test('an unresolved send cannot be cancelled', async () => {
  await blind(async () => {
    const { sendId } = await sendTo({ status: 500 })
    assert.equal((await agent.api.post(`/outreach/sends/${sendId}/cancel`)).status, 409)
    assert.equal(await readState(sendId), 'sending')
  })
})

test('an unresolved send fails after the deadline, and a receipt within the day makes it sent and delivered', async () => {
  await blind(async () => {
    const { sendId, receipt, texts } = await sendTo({ status: 502 })
    await agent.after(9)
    assert.equal(await readState(sendId), 'sending')
    await agent.after(1)
    assert.equal(await readState(sendId), 'failed dispatch_failed')
    assert.equal((await readSend(sendId)).delivery.failReason, 'unknownOutcome')
    await agent.after(60)
    await receipt('delivered')
    assert.deepEqual(await deliveryOf(sendId), ['sent', true, false])
    assert.deepEqual(
      [texts(), await publishedStates(sendId)],
      [['Good news'], ['queued', 'failed dispatch_failed', 'sent']],
    )
  })
})

test('a send that the provider never accepted is sent again', async () => {
  const { sendId, texts } = await sendTo({ status: 503, isRefused: true })
  assert.deepEqual([await readState(sendId), texts()], ['sending', []])
  await agent.after(1)
  assert.deepEqual([await readState(sendId), texts()], ['sent', ['Good news']])
})
