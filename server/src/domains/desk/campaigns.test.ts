import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CampaignAgent, createCampaignsBench } from '../../testing/campaigns-bench.ts'
import { assertStatus, type ReplyBody } from '../../testing/client.ts'
import type { OutreachPerson } from '../../testing/outreach-bench.ts'

/** Campaigns in the lists of the desk. */

const bench = await createCampaignsBench()

/** Moves conversations as a member of the org. */
async function createMover({ api }: CampaignAgent) {
  const member = await bench.server.member({ id: api.orgId, path: `/orgs/${api.orgId}`, api: api.client }, 'editor')
  return async (userId: string, move: '_take' | '_return') =>
    void assertStatus(await api.post(`/desk/conversations/${userId}/${move}`, { as: member.userId }), 200)
}

test('openers without a reply are left out on request, and replies to campaigns are listed alone', async () => {
  const agent = await bench.agent()
  assertStatus(await agent.api.put('/settings/desk', { enabled: true }), 200)
  const [replied, silent] = (await agent.consentingPeople(2)) as [OutreachPerson, OutreachPerson]
  const campaignId = await agent.createStagedCampaign([replied, silent])
  await agent.commandAndWork(campaignId, 'start')
  await bench.work()
  await agent.after(1)
  await replied.phone.sendText('Tell me more')
  const visitor = await agent.phone('rcs').sendText('Hello')
  await bench.work()
  const list = async (query: string) => {
    const { data } = assertStatus(await agent.api.get(`/desk/conversations?view=open&${query}`), 200)
    return data.map(({ userId }: ReplyBody) => userId).sort()
  }
  assert.deepEqual(await list(''), [replied.asid, silent.asid, visitor].sort())
  assert.deepEqual(await list('hideOpeners=true'), [replied.asid, visitor].sort())
  assert.deepEqual(await list('campaignReplies=true'), [replied.asid])
  assert.deepEqual(await list('unanswered=true'), [replied.asid, visitor].sort())

  await (await createMover(agent))(silent.asid, '_take')
  assert.deepEqual(await list('hideOpeners=true'), [replied.asid, silent.asid, visitor].sort(), 'a member holds it')
})

test('a campaign waits while a member holds the conversation, and goes on after the return; a named send does not wait', async () => {
  const agent = await bench.agent()
  assertStatus(await agent.api.put('/settings/desk', { enabled: true, returnAfterMinutes: 600 }), 200)
  const move = await createMover(agent)
  const [held, named] = (await agent.consentingPeople(2)) as [OutreachPerson, OutreachPerson]
  for (const { phone, asid } of [held, named]) {
    await phone.sendText('Hello')
    await bench.work()
    await move(asid, '_take')
  }
  // Otherwise they would be in a conversation of their own.
  await agent.after(31)
  const outreachId = await agent.outreach('News')
  await agent.commandAndWork(await agent.createStagedCampaign([held], { outreachId }), 'start')
  await agent.accepted(outreachId, { recipient: { personId: named.id }, idempotencyKey: 'named' })
  await agent.after(60)
  assert.deepEqual([await held.phone.readTexts(), await named.phone.readTexts()], [[], ['News']])
  await move(held.asid, '_return')
  for (let minutes = 0; minutes < 60 && (await held.phone.readTexts()).length === 0; minutes++) await agent.after(1)
  assert.deepEqual(await held.phone.readTexts(), ['News'])
})
