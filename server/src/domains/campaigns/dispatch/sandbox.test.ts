import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCampaignsBench } from '../../../testing/campaigns-bench.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'

/** With REAL_SENDS off, sandbox campaigns run, and no other campaign can be started. */

const bench = await createCampaignsBench({ config: { realSends: false } })
const { work } = bench
const agent = await bench.agent()
const { api, createStagedCampaign, command, assertAddsUp } = agent
const outreachId = await agent.outreach('Hello {person.firstName|friend}')
const safeHours = { startHour: 1, endHour: 2, timeZone: 'UTC' }

const turnsOf = async (persona: string): Promise<string> =>
  JSON.stringify(assertStatus(await api.get(`/personas/${persona}/turns`), 200))

test('a campaign to people cannot be started, and its state does not change', async () => {
  const people = await agent.consentingPeople(2)
  const id = await createStagedCampaign(people, { outreachId })
  assertProblem(await api.post(`/campaigns/${id}/start`), 422, 'agent.campaign.invalid')
  await work()
  assert.equal((await assertAddsUp(id)).status, 'staged')
  for (const { phone } of people) assert.deepEqual(await phone.readTexts(), [])
})

test('a rehearsal goes to every persona once, at any hour, without a channel, and creates no live traffic', async () => {
  assertStatus(await api.put('/settings/sending', { safeHours }), 200)
  await agent.unbind('rcs')
  const personas = [await agent.persona(), await agent.persona(), await agent.persona()]
  const { id, test: isTest } = await agent.campaign({ personaIds: personas }, { outreachId })
  assert.equal(isTest, true)
  await agent.stage(id)
  await command(id, 'start')
  await work()
  const { status, counts, waiting } = await assertAddsUp(id)
  assert.deepEqual([status, counts.sent, waiting], ['completed', 3, undefined])
  assert.equal((await agent.report(id)).test, true)
  for (const persona of personas) assert.equal((await turnsOf(persona)).split('Hello ').length - 1 > 0, true)
  const { data }: { data: ReplyBody[] } = assertStatus(await api.get('/outreach/sends?limit=200'), 200)
  assert.deepEqual(data, [], 'no send of it is listed')
  assert.deepEqual(await agent.transitions(id), ['draft staged', 'staged running', 'running completed'])
})

test('a persona that is reset or deleted after staging fails, and the others receive the message', async () => {
  const [one, other] = [await agent.persona(), await agent.persona()]
  const { id } = await agent.campaign({ personaIds: [one, other] }, { outreachId })
  await agent.stage(id)
  assertStatus(await api.del(`/personas/${one}`), 204)
  await command(id, 'start')
  await work()
  const { status, counts } = await assertAddsUp(id)
  assert.deepEqual([status, counts.sent, counts.failed], ['completed', 1, 1])
  assert.deepEqual((await agent.report(id)).reasons, { no_channel_identity: 1 })
})

test('a rehearsal can be paused, resumed and cancelled like any other campaign', async () => {
  const personas = [await agent.persona(), await agent.persona()]
  const { id } = await agent.campaign({ personaIds: personas }, { outreachId })
  await agent.stage(id)
  await command(id, 'start')
  await command(id, 'pause')
  await work()
  assert.deepEqual([(await assertAddsUp(id)).status, (await assertAddsUp(id)).counts.sent], ['paused', 0])
  await command(id, 'resume')
  await command(id, 'cancel')
  await work()
  const { status, counts } = await assertAddsUp(id)
  assert.deepEqual([status, counts.cancelled], ['cancelled', 2])
})
