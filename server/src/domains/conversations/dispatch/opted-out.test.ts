import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createGatewayBench,
  createTextMessage,
  type GatewayAgent,
  openTestProvider,
} from '../../../testing/gateway-bench.ts'

/** An opt-out that the provider reports stops only the number that was reached. See STOP in docs/gateway.md. */

const twilio = await openTestProvider()
const bench = await createGatewayBench({ config: { channelApis: { twilio: twilio.url } } })
const { work } = bench
const { pool } = bench.server.database
const unsubscribed = { status: 400, body: { code: 21610, message: 'unsubscribed recipient' } }
const how = ['by the hand-over', 'by a receipt'] as const

async function agentWith(...channels: 'rcs'[]) {
  const own = await bench.agent(...channels)
  const auth = { accountSid: 'AC1', authToken: 'secret', from: '+12025550100' }
  await own.bind({ channel: 'sms', mode: 'unmanaged', provider: 'twilio', auth })
  return own
}

/** Adds another identity to the person with this one. */
async function alsoAt(own: GatewayAgent, asid: string, address: string): Promise<void> {
  const people = (await own.api.get('/people')).body.data as { id: string; identities: { asid: string }[] }[]
  const person = people.find(({ identities }) => identities.some((identity) => identity.asid === asid))
  const added = await own.api.post(`/people/${person?.id}/identities`, { channel: 'sms', address })
  assert.equal(added.status, 201, JSON.stringify(added.body))
}

/**
 * Sends by another channel first, which cannot deliver; then the SMS provider reports that the person has opted out.
 */
async function optsOut(own: GatewayAgent, asid: string, via: string, when: (typeof how)[number]): Promise<void> {
  if (when === 'by the hand-over') twilio.answerNext(unsubscribed)
  const delivery = { channels: [via, 'sms'], fallbackOn: ['sendFailed'] }
  const [result] = await own.send(asid, createTextMessage('Hi', { delivery }))
  assert.equal(result?.accepted, true, JSON.stringify(result))
  await work()
  const { messageId: channelMessageId } = result
  if (when === 'by a receipt') {
    await own.receive('sms', { kind: 'receipt', channelMessageId, state: 'failed', reason: 'optedOut' })
  }
  await work()
  assert.equal(own.statusesOf(channelMessageId).at(-1)?.reason, 'optedOut')
}

/** Returns the identities that have opted out, by channel and number. */
async function stopped(own: GatewayAgent): Promise<string[]> {
  const { rows } = await pool.query(
    `select i.channel || ' ' || i.address as at from stops as s
       join identities as i on i.agent_key = s.agent_key and i.channel = s.channel and i.address_hash = s.address_hash
      where s.agent_key = $1 order by 1`,
    [own.key.key],
  )
  return rows.map(({ at }) => at)
}

for (const when of how) {
  test(`after a fallback from rcs to sms the opt-out applies to the sms number, ${when}`, async () => {
    const own = await agentWith('rcs')
    const phone = own.phone('rcs')
    const asid = await phone.sendText('Hello')
    await phone.set({ reachable: false })
    await optsOut(own, asid, 'rcs', when)
    assert.deepEqual(await stopped(own), [`sms ${phone.address}`])
  })

  test(`after a fallback to another number the opt-out applies to that number, ${when}`, async () => {
    const own = await agentWith('rcs')
    const phone = own.phone('rcs')
    const asid = await phone.sendText('Hello')
    const other = own.phone('sms').address
    await alsoAt(own, asid, other)
    await phone.set({ reachable: false })
    // Their RCS number would be preferred if it were known on SMS, so the other one must be their only SMS number.
    await optsOut(own, asid, 'rcs', when)
    assert.deepEqual(await stopped(own), [`sms ${other}`])
    const [later] = await own.send(asid, createTextMessage('Still here'))
    assert.equal(later?.accepted, true)
  })
  test(`after a fallback from web chat to sms the opt-out applies to the sms number, ${when}`, async () => {
    const own = await agentWith()
    const content = { type: 'text', text: 'Hello' } as const
    const [visitor] = (await own.receive('webchat', { kind: 'content', from: 'visitor-1', id: 'first', content })) as [
      { asid: string },
    ]
    const number = own.phone('sms').address
    await alsoAt(own, visitor.asid, number)
    const bindings = (await own.api.get('/channels')).body.data as { id: string; channel: string }[]
    const chat = bindings.find(({ channel }) => channel === 'webchat')
    assert.equal((await own.api.post(`/channels/${chat?.id}/_disable`)).status, 200)
    await optsOut(own, visitor.asid, 'webchat', when)
    assert.deepEqual(await stopped(own), [`sms ${number}`])
  })
}
