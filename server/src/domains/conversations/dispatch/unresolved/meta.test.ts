import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGatewayBench, createTextMessage, openTestProvider } from '../../../../testing/gateway-bench.ts'

/** Unknown outcomes at a provider whose receipts use its own ids. */

const meta = await openTestProvider()
const bench = await createGatewayBench({ config: { channelApis: { meta: meta.url } } })
const { world, work } = bench
const { pool } = bench.server.database
const minute = 60_000

const auths = {
  messengerA: { phoneNumberId: '1', accessToken: 't', appSecret: 's', verifyToken: 'v', businessAccountId: '2' },
  messengerB: { pageId: '1', pageAccessToken: 't', appSecret: 's', verifyToken: 'v' },
}

async function somebody(channel: 'messengerA' | 'messengerB', from: string) {
  const own = await bench.agent()
  meta.answerNext({ body: { id: '1', name: 'Page', display_phone_number: '+1 202 555 0100' } })
  await own.bind({ channel, mode: 'unmanaged', provider: 'meta', auth: auths[channel] })
  const content = { type: 'text', text: 'Hello' } as const
  const [{ asid }] = (await own.receive(channel, { kind: 'content', from, id: `in-${from}`, content })) as [
    { asid: string },
  ]
  await work()
  return { own, asid }
}
async function pass(milliseconds: number): Promise<void> {
  world.advance(milliseconds)
  await work()
}

test('WhatsApp returns our own id, so a receipt identifies a message whose answer was lost', async () => {
  const { own, asid } = await somebody('messengerA', '+12025550147')
  meta.answerNext({ status: 500, body: { error: { code: 131000, message: 'Something went wrong' } } })
  const [{ messageId } = assert.fail()] = await own.send(asid, createTextMessage('One'))
  await work()
  assert.equal(JSON.parse(meta.calls.at(-1)?.body ?? '').biz_opaque_callback_data, messageId)
  assert.deepEqual(own.statuses(messageId), ['queued messengerA'])
  const receipt = { kind: 'receipt', channelMessageId: 'wamid.9', ourId: messageId } as const
  await own.receive('messengerA', { ...receipt, state: 'delivered' })
  await own.receive('messengerA', { kind: 'receipt', channelMessageId: 'wamid.9', state: 'read' })
  await pass(30 * minute)
  const statuses = ['queued', 'sent', 'delivered', 'read'].map((state) => `${state} messengerA`)
  assert.deepEqual(own.statuses(messageId), statuses)
})

test('an answer without an id leaves the outcome unknown, because no receipt can be matched to it', async () => {
  const { own, asid } = await somebody('messengerA', '+12025550148')
  meta.answerNext({ body: '<html>' })
  const [{ messageId } = assert.fail()] = await own.send(asid, createTextMessage('One'))
  await work()
  assert.deepEqual(own.statuses(messageId), ['queued messengerA'])
  await pass(10 * minute)
  assert.deepEqual(own.statuses(messageId), ['queued messengerA', 'failed messengerA'])
})

test('Messenger receipts contain only ids: the first unknown id is matched to the oldest unresolved message', async () => {
  const { own, asid } = await somebody('messengerB', '7007')
  meta.answerNext({ status: 500 }, { status: 502 }, { body: { message_id: 'mid.3' } })
  const [one, two, three] = (
    await own.send(asid, createTextMessage('One'), createTextMessage('Two'), createTextMessage('Three'))
  ).map((sent) => sent.messageId)
  await work()
  const { rows } = await pool.query('select binding_key from channel_bindings where agent_key = $1', [own.key.key])
  const bindingKey = rows.at(-1)?.binding_key
  // The state of receipts that have matched no message for some seconds.
  await pool.query(
    `insert into unmatched_receipts (agent_key, binding_key, channel_message_id, asid, state, received_at)
     values ($1, $2, 'mid.1', $3, 'delivered', $4), ($1, $2, 'mid.3', $3, 'delivered', $4)`,
    [own.key.key, bindingKey, asid, world.now()],
  )
  await pass(15_000)
  assert.deepEqual(own.statuses(one as string), ['queued messengerB', 'sent messengerB', 'delivered messengerB'])
  assert.deepEqual(own.statuses(two as string), ['queued messengerB'])
  assert.deepEqual(own.statuses(three as string), ['sent messengerB'])
  await pass(10 * minute)
  assert.deepEqual(own.statuses(two as string), ['queued messengerB', 'failed messengerB'])
})
