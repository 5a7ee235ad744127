import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCampaignsBench } from '../../../testing/campaigns-bench.ts'
import { assertStatus, type ReplyBody } from '../../../testing/client.ts'
import type { OutreachPerson } from '../../../testing/outreach-bench.ts'

/** A running campaign, and everything that can happen between staging and dispatch. */

const bench = await createCampaignsBench()
const { world, work } = bench
const agent = await bench.agent()
const {
  api,
  consentingPeople,
  createStagedCampaign,
  command,
  outcomes,
  assertAddsUp,
  outreach,
  createPerson,
  publishedStates,
} = agent
const opener = 'Hello {person.firstName|friend}, the fair is open'
const hello = 'Hello friend, the fair is open'
const service = await outreach(opener)
const marketing = await outreach(opener, { class: 'marketing' })
const minute = 60_000

const shownTo = (people: readonly OutreachPerson[]) => Promise.all(people.map(({ phone }) => phone.readTexts()))
const sendsOf = async (id: string): Promise<ReplyBody[]> =>
  assertStatus(await api.get(`/outreach/sends?campaignId=${id}&limit=200`), 200).data
const sendTo = async (id: string, person: OutreachPerson): Promise<ReplyBody> =>
  (await sendsOf(id)).find(({ personId }) => personId === person.id) ?? assert.fail('there is no send')
async function run(id: string): Promise<ReplyBody> {
  // The rate used by others has recovered.
  world.advance(5000)
  await command(id, 'start')
  await work()
  return assertAddsUp(id)
}
const three = () => consentingPeople(3) as Promise<[OutreachPerson, OutreachPerson, OutreachPerson]>

test('every recipient gets the opener of the Outreach once as a send of the campaign, and then the campaign completes', async () => {
  const people = [...(await consentingPeople(1, { firstName: 'Ann' })), ...(await consentingPeople(23))]
  const nobody = await createPerson()
  const id = await createStagedCampaign([...people, nobody], { outreachId: service })
  const before = await assertAddsUp(id)
  assert.deepEqual([before.counts.sendable, before.counts.queued, before.counts.excluded], [24, 24, 1])
  const done = await run(id)
  assert.deepEqual([done.status, done.counts.sent, done.waiting], ['completed', 24, undefined])
  assert.equal(done.endedAt, world.now().toISOString())
  const got = people.map((_, n) => [n === 0 ? 'Hello Ann, the fair is open' : hello])
  assert.deepEqual(await shownTo(people), got)
  const sends = await sendsOf(id)
  for (const { origin, campaignId, outreachId, state } of sends)
    assert.deepEqual([origin, campaignId, outreachId, state], ['campaign', id, service, 'sent'])
  const rows = await agent.allRecipients(id)
  assert.deepEqual(rows.flatMap(({ sendId }) => sendId ?? []).sort(), sends.map(({ sendId }) => sendId).sort())
  assert.equal(sends.length, 24)
  assert.deepEqual(await agent.transitions(id), ['draft staged', 'staged running', 'running completed'])
  for (const { sendId } of sends) assert.deepEqual(await publishedStates(sendId), ['sent'])
  world.advance(24 * 60 * minute)
  await work()
  assert.deepEqual(await shownTo([...people, nobody]), [...got, []], 'and nothing more, ever')
})

test('receipts count as delivered and read, also after the campaign has ended', async () => {
  const people = await three()
  const id = await createStagedCampaign(people, { outreachId: service })
  await run(id)
  const [first, second] = [await sendTo(id, people[0]), await sendTo(id, people[1])]
  await people[0].phone.receipt(first.messageId, 'delivered')
  await people[1].phone.receipt(second.messageId, 'read')
  await work()
  const { counts } = await assertAddsUp(id)
  assert.deepEqual([counts.sent, counts.delivered, counts.read], [3, 2, 1])
})

test('the playbook of the Outreach answers a reply, also after the campaign has ended, and the reply is recorded', async () => {
  const own = await bench.agent()
  assertStatus(await own.call('DELETE', '/v4/webhook'), 200)
  const outreachId = await own.outreach(opener)
  const { playbookId } = assertStatus(await own.api.get(`/outreach/${outreachId}`), 200)
  const [person] = (await own.consentingPeople(1)) as [OutreachPerson]
  const id = await own.createStagedCampaign([person], { outreachId })
  await own.command(id, 'start')
  await work()
  assert.equal((await own.readCampaign(id)).status, 'completed')
  world.advance(minute)
  await person.phone.sendText('When does it close?')
  const respondedAt = world.now().toISOString()
  await work()
  const { data } = assertStatus(await own.api.get(`/outreach/sends?campaignId=${id}`), 200)
  assert.equal(data[0].respondedAt, respondedAt)
  assert.deepEqual(await own.publishedStates(data[0].sendId), ['sent', 'sent responded'])
  const turns: ReplyBody[] = assertStatus(await own.api.get(`/turns?userId=${person.asid}`), 200).data
  assert.ok(JSON.stringify(turns[0]).includes(`"${playbookId}"`), JSON.stringify(turns[0]).slice(0, 400))
  assert.ok((await person.phone.readTexts()).length > 1, 'the person is answered')
})

test('a follow-up starts waiting and is sent when the recipient does not reply', async () => {
  const own = await bench.agent()
  assertStatus(await own.api.post('/message-templates', { id: 'nudge', name: 'Nudge', body: 'Still there?' }), 201)
  const outreachId = await own.outreach(opener, { followUp: { templateId: 'nudge', delayMinutes: 60 } })
  const people = await own.consentingPeople(3)
  const id = await own.createStagedCampaign(people, { outreachId })
  await own.command(id, 'start')
  await work()
  await people[0]?.phone.sendText('Yes')
  await own.after(59)
  for (const { phone } of people) assert.deepEqual(await phone.readTexts(), [hello])
  await own.after(2)
  assert.deepEqual(await shownTo(people), [[hello], [hello, 'Still there?'], [hello, 'Still there?']])
})

type Meddle = (person: OutreachPerson) => Promise<unknown>
const identityOf = ({ id, asid }: OutreachPerson) => `/people/${id}/identities/${asid}`
const between: [what: string, act: Meddle, became: string][] = [
  ['says STOP', ({ phone }) => phone.sendText('STOP'), 'suppressed opted_out'],
  ['denies consent', ({ id }) => api.put(`/people/${id}/consent`, { status: 'denied' }), 'suppressed no_consent'],
  ['has consent unknown again', ({ id }) => api.put(`/people/${id}/consent`, { status: 'unknown' }), 'suppressed no_consent'],
  ['has lost the identity', (person) => api.del(identityOf(person)), 'failed no_channel_identity'],
  ['is erased', ({ id }) => api.del(`/people/${id}`), 'failed no_channel_identity'],
  ['is merged into another', mergedAway, 'failed no_channel_identity'],
  ['cannot receive RCS', ({ phone }) => phone.set({ reachable: false }), 'failed not_rcs_capable'],
] // biome-ignore format: it is a table

async function mergedAway({ id: fromPersonId }: OutreachPerson) {
  const { id } = await createPerson()
  return api.post(`/people/${id}/_merge`, { fromPersonId })
}

for (const [what, act, end] of between) {
  test(`a recipient who ${what} after staging receives nothing: ${end}; the others do`, async () => {
    const [one, other, third] = await three()
    const id = await createStagedCampaign([one, other, third], { outreachId: service })
    const reply = (await act(other)) as ReplyBody | undefined
    assert.ok(typeof reply !== 'object' || reply.status < 300, JSON.stringify(reply))
    await work()
    const before = await other.phone.readTexts()
    const done = await run(id)
    assert.deepEqual([done.status, done.counts.sent, done.counts.failed], ['completed', 2, 1])
    const ends = await outcomes(id)
    assert.deepEqual(
      [one, other, third].map((person) => ends.get(person.id)),
      ['sent', end, 'sent'],
    )
    assert.deepEqual(await other.phone.readTexts(), before)
    const { sendId } = (await agent.allRecipients(id)).find(({ personId }) => personId === other.id) ?? {}
    assert.deepEqual(await publishedStates(sendId), [end])
  })
}

test('a person who now owns the number of a recipient receives nothing in their place', async () => {
  const [one, other] = await three()
  const id = await createStagedCampaign([one], { outreachId: service })
  assertStatus(await api.del(identityOf(one)), 204)
  assertStatus(await api.post(`/people/${other.id}/identities`, { channel: 'rcs', address: one.address }), 201)
  const { status, counts } = await run(id)
  assert.deepEqual([status, counts.failed, await one.phone.readTexts()], ['completed', 1, []])
  assert.equal((await outcomes(id)).get(one.id), 'failed no_channel_identity')
})

test('a person who was erased and created again with the same number is a different person', async () => {
  const [one] = await three()
  const id = await createStagedCampaign([one], { outreachId: service })
  assertStatus(await api.del(`/people/${one.id}`), 204)
  const { id: anew } = assertStatus(await api.post('/people', {}), 201)
  assertStatus(await api.post(`/people/${anew}/identities`, { channel: 'rcs', address: one.address }), 201)
  assertStatus(await api.put(`/people/${anew}/consent`, { status: 'granted' }), 200)
  assert.deepEqual([(await run(id)).counts.failed, await one.phone.readTexts()], [1, []])
})

test('a recipient who got another marketing message since staging is suppressed; a service campaign suppresses no one', async () => {
  const people = await three()
  const first = await createStagedCampaign(people, { outreachId: marketing })
  const second = await createStagedCampaign(people, { outreachId: marketing })
  const third = await createStagedCampaign(people, { outreachId: service })
  assert.equal((await run(first)).counts.sent, 3)
  const capped = await run(second)
  assert.deepEqual([capped.status, capped.counts.failed], ['completed', 3])
  const reasons = new Set((await outcomes(capped.id)).values())
  assert.deepEqual(reasons, new Set(['suppressed frequency_capped']))
  assert.equal((await run(third)).counts.sent, 3)
})

test('two marketing campaigns that run concurrently send each person one message', async () => {
  const people = await consentingPeople(30)
  const ids = [
    await createStagedCampaign(people, { outreachId: marketing }),
    await createStagedCampaign(people, { outreachId: marketing }),
  ]
  for (const id of ids) await command(id, 'start')
  await work()
  // First dispatches the send that waited for the other, then notices that none is left.
  await agent.after(2)
  await agent.after(1)
  for (const id of ids) assert.equal((await assertAddsUp(id)).status, 'completed')
  const [one, other] = [await outcomes(ids[0] as string), await outcomes(ids[1] as string)]
  for (const { id, phone } of people) {
    assert.deepEqual(await phone.readTexts(), [hello])
    assert.deepEqual([one.get(id), other.get(id)].sort(), ['sent', 'suppressed frequency_capped'])
  }
})

test('a recipient in conversation is held as in-conversation until 30 minutes after the last message, and the others are not', async () => {
  const [one, other, third] = await three()
  const id = await createStagedCampaign([one, other, third], { outreachId: service })
  await other.phone.sendText('Are you open?')
  await work()
  const before = (await other.phone.readTexts()).length
  const running = await run(id)
  assert.deepEqual([running.status, running.counts.sent, running.counts.queued], ['running', 2, 1])
  assert.equal((await outcomes(id)).get(other.id), 'queued in-conversation')
  const { data } = await agent.recipients(id, 'reason=in-conversation')
  assert.deepEqual(
    data.map(({ personId }: ReplyBody) => personId),
    [other.id],
  )
  await agent.after(20)
  await other.phone.sendText('And tomorrow?')
  await agent.after(20)
  assert.equal((await outcomes(id)).get(other.id), 'queued in-conversation')
  assert.equal((await assertAddsUp(id)).status, 'running')
  world.advance(10 * minute - 1)
  await work()
  assert.equal((await other.phone.readTexts()).filter((text) => text === hello).length, 0)
  world.advance(1)
  await work()
  assert.deepEqual(
    (await other.phone.readTexts()).slice(before).filter((text) => text === hello),
    [hello],
  )
  assert.equal((await outcomes(id)).get(other.id), 'sent')
  await agent.after(1)
  assert.equal((await assertAddsUp(id)).status, 'completed')
  assert.deepEqual(await publishedStates((await sendTo(id, other)).sendId), ['sent'])
})

test('a held recipient who says STOP, loses consent or is erased receives nothing when the hold ends', async () => {
  const [one, other, third] = await three()
  const people = [one, other, third]
  const id = await createStagedCampaign(people, { outreachId: service })
  for (const { phone } of people) await phone.sendText('Hello?')
  await work()
  assert.equal((await run(id)).counts.queued, 3)
  await one.phone.sendText('STOP')
  assertStatus(await api.put(`/people/${other.id}/consent`, { status: 'unknown' }), 200)
  assertStatus(await api.del(`/people/${third.id}`), 204)
  await agent.after(31)
  await agent.after(1)
  assert.equal((await assertAddsUp(id)).status, 'completed')
  const ends = await outcomes(id)
  assert.deepEqual(people.map((person) => ends.get(person.id)), ['suppressed opted_out', 'suppressed no_consent', 'failed no_channel_identity']) // biome-ignore format: one line
  for (const { phone } of [one, other]) assert.ok(!(await phone.readTexts()).includes(hello))
})

test('a single queued send can be cancelled, and the campaign completes without it', async () => {
  const [one, other] = await three()
  const id = await createStagedCampaign([one, other], { outreachId: service })
  await other.phone.sendText('Hello?')
  await work()
  await run(id)
  const { sendId } = await sendTo(id, other)
  assertStatus(await api.post(`/outreach/sends/${sendId}/cancel`), 200)
  await agent.after(1)
  const { status, counts } = await assertAddsUp(id)
  assert.deepEqual([status, counts.sent, counts.cancelled, counts.queued], ['completed', 1, 1, 0])
  assert.deepEqual(await publishedStates(sendId), ['cancelled'])
})
