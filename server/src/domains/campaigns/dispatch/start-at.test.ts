import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCampaignsBench } from '../../../testing/campaigns-bench.ts'
import { assertStatus, type ReplyBody } from '../../../testing/client.ts'

/** A campaign with a start time, tests of its opener, and its results over time. */

const bench = await createCampaignsBench()
const { world, work } = bench
const hour = 3_600_000
const inHours = (hours: number) => new Date(world.now().getTime() + hours * hour).toISOString()

async function scheduled(fields: object = {}) {
  const agent = await bench.agent()
  const outreachId = await agent.outreach('News')
  const people = await agent.consentingPeople(2)
  const id = await agent.createStagedCampaign(people, { outreachId, startAt: inHours(3), ...fields })
  const texts = async () => (await Promise.all(people.map(({ phone }) => phone.readTexts()))).flat()
  return { agent, id, people, texts, outreachId }
}

test('a started campaign sends nothing before its start time, and then begins by itself', async () => {
  const startAt = inHours(3)
  const { agent, id, texts } = await scheduled({ startAt })
  world.advance(hour)
  await work()
  assert.equal((await agent.readCampaign(id)).status, 'staged')
  await agent.commandAndWork(id, 'start')
  const waiting = await agent.readCampaign(id)
  assert.deepEqual([waiting.status, waiting.waiting], ['running', { reason: 'before_start', until: startAt }])
  assert.deepEqual([waiting.startAt, waiting.inFlight], [startAt, 0])
  await agent.commandAndWork(id, 'pause')
  await agent.commandAndWork(id, 'resume')
  world.advance(2 * hour - 1)
  await work()
  assert.deepEqual(await texts(), [])
  world.advance(1)
  await work()
  assert.deepEqual(await texts(), ['News', 'News'])
  const { status, waiting: now } = await agent.readCampaign(id)
  assert.deepEqual([status, now], ['completed', undefined])
})

test('a start time that has passed delays nothing, and null clears it', async () => {
  const { agent, id, texts } = await scheduled()
  assert.equal(assertStatus(await agent.api.patch(`/campaigns/${id}`, { startAt: null }), 200).startAt, undefined)
  const past = inHours(-1)
  assert.equal(assertStatus(await agent.api.patch(`/campaigns/${id}`, { startAt: past }), 200).startAt, past)
  await agent.stage(id)
  await agent.commandAndWork(id, 'start')
  await work()
  assert.deepEqual(await texts(), ['News', 'News'])
})

test('a start time is a time of the next year', async () => {
  const { agent, id } = await scheduled()
  for (const startAt of ['tomorrow', '2030-01-31', 7, inHours(366 * 24)]) {
    const { errors } = assertStatus(await agent.api.patch(`/campaigns/${id}`, { startAt }), 422)
    assert.equal(errors[0].field, 'startAt')
  }
  assertStatus(await agent.api.patch(`/campaigns/${id}`, { startAt: '2030-02-01T10:00:00+02:00' }), 200)
  assert.equal((await agent.readCampaign(id)).startAt, '2030-02-01T08:00:00.000Z')
})

test('a test reaches one person with the opener of the variant, and counts nowhere', async () => {
  const { agent, people, outreachId } = await scheduled()
  const { api } = agent
  assertStatus(await api.post('/message-templates', { id: 'short', name: 'Short', body: 'Short news' }), 201)
  assertStatus(await api.post('/message-templates', { id: 'long', name: 'Long', body: 'Long news' }), 201)
  assertStatus(await api.patch(`/outreach/${outreachId}`, { class: 'marketing' }), 200)
  const variants = [
    { id: 'a', openerTemplateId: 'short', weight: 1 },
    { id: 'b', openerTemplateId: 'long', weight: 1 },
  ]
  const [me] = people
  const personIds = people.map(({ id }) => id)
  const { id } = await agent.campaign({ personIds }, { outreachId, variants })
  const send = (body: object) => api.post(`/campaigns/${id}/test-send`, { recipient: { personId: me?.id }, ...body })
  const { sendId, status } = assertStatus(await send({ variantId: 'b' }), 202)
  assert.equal(status, 'queued')
  assertStatus(await send({}), 202)
  await work()
  assert.deepEqual((await me?.phone.readTexts())?.sort(), ['Long news', 'Short news'])
  const record = assertStatus(await api.get(`/outreach/sends/${sendId}`), 200)
  assert.deepEqual([record.test, record.state, record.campaignId], [true, 'sent', undefined])
  const { counts } = await agent.stage(id)
  assert.deepEqual([counts.total, counts.sendable, counts.excluded], [2, 2, 0], 'neither contacted nor capped')
  await agent.commandAndWork(id, 'start')
  await work()
  assert.equal((await agent.readCampaign(id)).counts.sent, 2)
  assert.equal((await me?.phone.readTexts())?.length, 3)
})

test('a test is refused for an unknown variant, recipient or campaign, and after a STOP', async () => {
  const { agent, people, outreachId } = await scheduled()
  const { id } = await agent.campaign({ personIds: people.map((one) => one.id) }, { outreachId })
  const send = (body: object, campaign = id) => agent.api.post(`/campaigns/${campaign}/test-send`, body)
  const recipient = { personId: people[0]?.id }
  assert.equal(assertStatus(await send({ recipient, variantId: 'x' }), 422).errors[0].field, 'variantId')
  assertStatus(await send({ recipient: { personId: 'per_nobody' } }), 404)
  assertStatus(await send({ recipient }, 'cmp_nothing'), 404)
  assertStatus(await send({}), 422)
  await people[0]?.phone.sendText('STOP')
  await work()
  assertStatus(await send({ recipient }), 409)
})

test('the report counts every send over time, and how many were sent lately', async () => {
  const { agent, id } = await scheduled({ startAt: undefined })
  assert.deepEqual((await agent.report(id)).timeline, undefined)
  await agent.commandAndWork(id, 'start')
  await work()
  const { timeline, rate } = await agent.report(id)
  assert.equal(timeline.at(-1).sent, 2)
  const points: ReplyBody[] = timeline
  for (const [index, point] of points.entries()) {
    const before = points[index - 1] ?? { sent: 0, delivered: 0, at: '' }
    assert.ok(point.sent >= before.sent && point.delivered >= before.delivered && point.at > before.at)
  }
  assert.equal(
    rate.reduce((sum: number, { sent }: ReplyBody) => sum + sent, 0),
    2,
  )
  world.advance(hour)
  assert.deepEqual((await agent.report(id)).rate, [])
})

test('while a campaign runs, the report says how fast it sends and how long the rest takes', async () => {
  const { agent, people, id } = await scheduled({ startAt: undefined })
  // A person who is in a conversation is sent to later, so that the campaign goes on.
  await people[0]?.phone.sendText('Hello?')
  await work()
  assert.equal((await agent.report(id)).sending, undefined)
  await agent.commandAndWork(id, 'start')
  await work()
  const sendingAfter = async (seconds: number) => {
    world.advance(seconds * 1000)
    const { sending } = await agent.report(id)
    assert.equal(sending.at, world.now().toISOString())
    return [sending.perSecond, sending.secondsLeft]
  }
  assert.deepEqual(await sendingAfter(10), [0.1, 10])
  assert.deepEqual(await sendingAfter(3600), [0, undefined])
  await agent.commandAndWork(id, 'pause')
  assert.equal((await agent.report(id)).sending, undefined)
})
