import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem, assertStatus } from '../../../testing/client.ts'
import type { TestPhone } from '../../../testing/gateway-bench.ts'
import { createOutreachBench, type SendAgent } from '../../../testing/outreach-bench.ts'

/** An Outreach with channels: who is reached where, and what happens when that fails. */

const bench = await createOutreachBench()
const { work, workUntilAnswered, world } = bench
const agent = await bench.agent('rcs', 'sms', 'messengerA')
const hour = 3_600_000

type Place = 'rcs' | 'sms' | 'messengerA'

/** A person of one number with identities on these channels, each with a phone. */
async function somebody(places: readonly Place[], of: SendAgent = agent) {
  const { id } = assertStatus(await of.api.post('/people', { firstName: 'Ada' }), 201)
  assertStatus(await of.api.put(`/people/${id}/consent`, { status: 'granted' }), 200)
  const first = of.phone(places[0] as Place)
  const phones: Partial<Record<Place, TestPhone>> = {}
  const asids: Partial<Record<Place, string>> = {}
  for (const place of places) {
    const phone = place === places[0] ? first : of.phone(place, first.address)
    await phone.set({ receipts: 'manual' })
    phones[place] = phone
    const identity = { channel: place, address: first.address }
    asids[place] = assertStatus(await of.api.post(`/people/${id}/identities`, identity), 201).asid
  }
  return { id, asids, textsOn: async (place: Place) => (await phones[place]?.readTexts()) ?? [], phones }
}

async function sendTo(outreachId: string, personId: string, of: SendAgent = agent) {
  const { sendId } = await of.accepted(outreachId, { recipient: { personId } })
  await work()
  return of.readSend(sendId)
}

test('an Outreach without channels goes by rcs alone', async () => {
  const outreachId = await agent.outreach('Hello')
  const text = await somebody(['sms'])
  const { body } = await agent.send(outreachId, { recipient: { personId: text.id } })
  assert.equal(body.code, 'agent.outreach.no_channel_identity')
  const asid = text.asids.sms
  assertProblem(await agent.send(outreachId, { recipient: { asid } }), 422, 'agent.outreach.channel_unavailable')
})

test('a person is reached on the first channel on which they have an identity', async () => {
  const outreachId = await agent.outreach('Hello', { channels: ['rcs', 'sms'] })
  const both = await somebody(['rcs', 'sms'])
  const text = await somebody(['sms'])
  assert.equal((await sendTo(outreachId, both.id)).channel, 'rcs')
  const sent = await sendTo(outreachId, text.id)
  assert.deepEqual([sent.state, sent.channel, sent.asid], ['sent', 'sms', text.asids.sms])
  assert.deepEqual([await both.textsOn('rcs'), await both.textsOn('sms')], [['Hello'], []])
  assert.deepEqual(await text.textsOn('sms'), ['Hello'])
})

test('a named channel must be one of the Outreach, and restricts the choice to it', async () => {
  const outreachId = await agent.outreach('Hello', { channels: ['rcs', 'sms'] })
  const both = await somebody(['rcs', 'sms'])
  const named = (channel: string) => agent.send(outreachId, { recipient: { personId: both.id, channel } })
  assertProblem(await named('messengerA'), 422, 'agent.outreach.channel_unavailable')
  const { sendId } = assertStatus(await named('sms'), 202)
  await work()
  assert.equal((await agent.readSend(sendId)).channel, 'sms')
})

test('a channel that is turned off, and a number that cannot receive rcs, are passed over', async () => {
  const own = await bench.agent('rcs', 'sms')
  const outreachId = await own.outreach('Hello', { channels: ['rcs', 'sms'] })
  const incapable = await somebody(['rcs', 'sms'], own)
  await incapable.phones.rcs?.set({ reachable: false })
  const sent = await sendTo(outreachId, incapable.id, own)
  assert.deepEqual([sent.state, sent.channel, sent.asid], ['sent', 'sms', incapable.asids.sms])
  await own.verb('rcs', '_disable')
  const other = await somebody(['rcs', 'sms'], own)
  assert.equal((await sendTo(outreachId, other.id, own)).channel, 'sms')
})

test('an opener that its channel refuses goes by the next one, and the reply there counts', async () => {
  const outreachId = await agent.outreach('Hello', { channels: ['rcs', 'sms'] })
  const person = await somebody(['rcs', 'sms'])
  await person.phones.rcs?.set({ failNext: { count: 1, status: 400 } })
  const sent = await sendTo(outreachId, person.id)
  assert.deepEqual([sent.state, sent.channel, sent.asid], ['sent', 'sms', person.asids.sms])
  await person.phones.sms?.sendText('Yes please')
  await work()
  assert.ok((await agent.readSend(sent.sendId)).respondedAt)
})

test('an opener that is not delivered in time moves on once, and the send follows it', async () => {
  const fields = { channels: ['rcs', 'sms'], undeliveredAfterSeconds: 60 }
  const outreachId = await agent.outreach('Hello', fields)
  const person = await somebody(['rcs', 'sms'])
  const sent = await sendTo(outreachId, person.id)
  assert.equal(sent.channel, 'rcs')
  world.advance(59_000)
  await work()
  assert.deepEqual(await person.textsOn('sms'), [])
  world.advance(1_000)
  await work()
  assert.deepEqual(await person.textsOn('sms'), ['Hello'])
  const moved = await agent.readSend(sent.sendId)
  assert.deepEqual([moved.state, moved.channel, moved.asid], ['sent', 'sms', person.asids.sms])
  await person.phones.sms?.sendText('Yes please')
  world.advance(hour)
  await work()
  assert.ok((await agent.readSend(sent.sendId)).respondedAt)
  assert.equal((await person.textsOn('sms')).filter((text) => text === 'Hello').length, 1)
})

test('on WhatsApp a person outside the window needs a template, and gets it', async () => {
  const plain = await agent.outreach('Hello {person.firstName}', { channels: ['messengerA'] })
  const person = await somebody(['messengerA'])
  const refused = await agent.send(plain, { recipient: { personId: person.id } })
  assertProblem(refused, 422, 'agent.outreach.no_template')
  const template = { name: 'hello_world', language: 'en_US', variables: ['person.firstName', 'On {agent.name}'] }
  const fields = { channels: ['messengerA'], templates: { messengerA: template } }
  const outreachId = await agent.outreach('Hello {person.firstName}', fields)
  assert.equal((await sendTo(outreachId, person.id)).state, 'sent')
  assert.deepEqual(await person.textsOn('messengerA'), ['Hello Ada'])
  const { data } = (await agent.api.get('/channels')).body as { data: { id: string; channel: string }[] }
  const bindingId = data.find(({ channel }) => channel === 'messengerA')?.id
  const listed = assertStatus(await agent.api.get(`/channels/${bindingId}/templates`), 200)
  assert.deepEqual([listed.data[0].name, listed.data[0].status], ['hello_world', 'APPROVED'])
})

test('rules go by the channels of their Outreach, and skip people without a template', async () => {
  const own = await bench.agent('sms', 'messengerA')
  const outreachId = await own.outreach('Hello', { channels: ['messengerA', 'sms'] })
  const rule = { name: 'Rule', outreachId, trigger: { event: 'person.statusChanged' } }
  const { id } = assertStatus(await own.api.post('/automated-outreach', rule), 201)
  const text = await somebody(['sms'], own)
  const silent = await somebody(['messengerA'], own)
  for (const person of [text, silent]) await own.api.patch(`/people/${person.id}`, { status: 'qualified' })
  await work()
  const { data } = assertStatus(await own.api.get(`/automated-outreach/${id}/rows`), 200)
  const rowOf = (personId: string) => data.find((row: { personId: string }) => row.personId === personId)
  assert.equal(rowOf(text.id).state, 'sent')
  assert.deepEqual([rowOf(silent.id).state, rowOf(silent.id).reason], ['skipped', 'no_template'])
  assert.deepEqual(await text.textsOn('sms'), ['Hello'])
})

test('staging says by which channel each person goes, with counts, and a campaign sends by them', async () => {
  const own = await bench.agent('rcs', 'sms', 'messengerA')
  const outreachId = await own.outreach('Hello', { channels: ['rcs', 'sms', 'messengerA'] })
  const both = await somebody(['rcs', 'sms'], own)
  const text = await somebody(['sms'], own)
  const silent = await somebody(['messengerA'], own)
  const personIds = [both.id, text.id, silent.id]
  const { id } = assertStatus(await own.api.post('/campaigns', { name: 'C', outreachId, audience: { personIds } }), 201)
  assertStatus(await workUntilAnswered(own.api.post(`/campaigns/${id}/stage`)), 200)
  const staged = assertStatus(await own.api.get(`/campaigns/${id}`), 200)
  assert.deepEqual(staged.channels, { rcs: 1, sms: 1 })
  assert.deepEqual(staged.exclusions, { 'no-template': 1 })
  const { data } = assertStatus(await own.api.get(`/campaigns/${id}/recipients`), 200)
  const channels = Object.fromEntries(
    data.map((row: { personId: string; channel: string }) => [row.personId, row.channel]),
  )
  assert.deepEqual([channels[both.id], channels[text.id]], ['rcs', 'sms'])
  assertStatus(await own.api.post(`/campaigns/${id}/start`), 200)
  await work()
  world.advance(10_000)
  await work()
  assert.deepEqual(
    [await both.textsOn('rcs'), await both.textsOn('sms'), await text.textsOn('sms')],
    [['Hello'], [], ['Hello']],
  )
})

test('staging includes whom the decision would send to, by the same channel, in every combination', async () => {
  const own = await bench.agent('rcs', 'sms', 'messengerA')
  const outreachId = await own.outreach('Hello', { channels: ['rcs', 'sms', 'messengerA'] })
  const placings: Place[][] = [['rcs'], ['sms'], ['messengerA'], ['rcs', 'sms'], ['rcs', 'messengerA'], ['sms', 'messengerA']] // biome-ignore format: one line
  const personIds: string[] = []
  for (const status of ['granted', 'denied', 'unknown'])
    for (const places of placings)
      for (const stopsOn of [undefined, ...places]) {
        const person = await somebody(places, own)
        assertStatus(await own.api.put(`/people/${person.id}/consent`, { status }), 200)
        if (stopsOn) await person.phones[stopsOn]?.sendText('STOP')
        personIds.push(person.id)
      }
  await work()
  const { id } = assertStatus(await own.api.post('/campaigns', { name: 'C', outreachId, audience: { personIds } }), 201)
  assertStatus(await workUntilAnswered(own.api.post(`/campaigns/${id}/stage`)), 200)
  const { data } = assertStatus(await own.api.get(`/campaigns/${id}/recipients?limit=200`), 200)
  assert.equal(data.length, personIds.length)
  for (const { personId, reason, channel } of data) {
    const path = `/people/${personId}/reachability?outreachId=${outreachId}`
    const { identity, origins } = assertStatus(await own.api.get(path), 200)
    const decided = origins.campaign.allowed === 'no' ? undefined : identity.channel
    assert.equal(reason === undefined ? channel : undefined, decided, `${origins.campaign.says} ${reason}`)
  }
})

test('reachability lists every channel and what blocks it', async () => {
  const own = await bench.agent('rcs', 'sms', 'messengerA')
  const outreachId = await own.outreach('Hello', { channels: ['rcs', 'sms', 'messengerA'] })
  const person = await somebody(['sms', 'messengerA'], own)
  const read = async () =>
    assertStatus(await own.api.get(`/people/${person.id}/reachability?outreachId=${outreachId}`), 200)
  const { channels, identity, origins } = await read()
  assert.deepEqual(channels, [
    { channel: 'rcs', reason: 'no_channel_identity' },
    { channel: 'sms', asid: person.asids.sms },
    { channel: 'messengerA', asid: person.asids.messengerA, reason: 'no_template' },
  ])
  assert.deepEqual([identity.channel, origins.campaign.allowed], ['sms', 'now'])
  await own.verb('sms', '_disable')
  assert.deepEqual((await read()).origins.automated.reason, 'no_route')
})

test('channels, templates and seconds are validated', async () => {
  const outreachId = await agent.outreach('Hello', { channels: ['rcs', 'sms'] })
  const patch = (fields: object) => agent.api.patch(`/outreach/${outreachId}`, fields)
  for (const channels of [[], ['rcs', 'rcs'], ['fax'], 'rcs']) assert.equal((await patch({ channels })).status, 422)
  for (const undeliveredAfterSeconds of [29, 172_801, 1.5])
    assert.equal((await patch({ undeliveredAfterSeconds })).status, 422)
  assert.equal((await patch({ templates: { messengerA: { name: 'no spaces please' } } })).status, 422)
  assert.equal(assertStatus(await patch({ channels: null }), 200).channels, undefined)
})
