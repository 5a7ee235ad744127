import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '../../../../platform/db/transaction.ts'
import { createCampaignsBench } from '../../../../testing/campaigns-bench.ts'
import type { OutreachPerson } from '../../../../testing/outreach-bench.ts'
import type { SendClaim } from './deps.ts'

/**
 * Campaigns that reach the same people at the same moment: the frequency cap admits exactly one of them, never none.
 */

const bench = await createCampaignsBench()
const { world, work, server, sends } = bench
const { db } = server.database
const agent = await bench.agent()
const { api, key, consentingPeople, createStagedCampaign, command, readState } = agent
const marketing = await agent.outreach('News', { class: 'marketing' })
const never = AbortSignal.timeout(60_000)

/** A campaign that runs without a dispatcher; the test dispatches its claims. */
async function running(people: readonly OutreachPerson[], outreachId = marketing): Promise<string> {
  const id = await createStagedCampaign(people, { outreachId })
  await command(id, 'start')
  await server.database.pool.query('update campaign_dispatchers set due_at = null')
  return id
}

let made = 0

async function claim(
  campaignId: string,
  people: readonly OutreachPerson[],
  kind: SendClaim['class'] = 'marketing',
): Promise<SendClaim> {
  world.advance(1)
  const now = world.now()
  const recipients = people.map(({ id, asid }) => ({ sendId: `snd_${++made}`, personId: id, asid }))
  const leased = { token: `token ${++made}`, until: new Date(now.getTime() + 60_000), now }
  const claimed: SendClaim = { campaignId, outreachId: marketing, class: kind, isTest: false, ...leased, recipients }
  await inTransaction(db, (tx) => sends.claim(tx, key, claimed))
  return claimed
}
const hand = (claimed: SendClaim) => sends.dispatch(key, claimed, never)
const ends = ({ recipients }: SendClaim) => Promise.all(recipients.map(({ sendId }) => readState(sendId)))
async function assertOneEach(people: readonly OutreachPerson[]): Promise<void> {
  for (const { phone } of people) assert.deepEqual(await phone.readTexts(), ['News'])
}

test('when two campaigns dispatch to the same person together, the send that was created first wins', async () => {
  const people = await consentingPeople(6)
  const [one, other] = [await running(people), await running(people)]
  const first = await claim(one, people)
  const second = await claim(other, people)
  await Promise.all([hand(second), hand(first)])
  await agent.after(1)
  assert.deepEqual(
    await ends(first),
    people.map(() => 'sent'),
  )
  assert.deepEqual(
    await ends(second),
    people.map(() => 'suppressed frequency_capped'),
  )
  await assertOneEach(people)
})

test('an earlier send waits while a later one that did not see it is being sent, and is then suppressed', async () => {
  const people = await consentingPeople(2)
  const [one, other] = [await running(people), await running(people)]
  const first = await claim(one, people)
  const second = await claim(other, people)
  assert.deepEqual(await hand(first), { dispatched: 0, retryable: 0, ended: 0, held: 2 })
  // As if it had been evaluated before the first existed.
  await server.database.pool.query(`update sends set state = 'sent', sent_at = $1, due_at = null, lease_token = null
    where lease_token = $2`, [world.now(), second.token]) // biome-ignore format: one statement
  await agent.after(1)
  assert.deepEqual(
    await ends(first),
    people.map(() => 'suppressed frequency_capped'),
  )
  for (const { phone } of people) assert.deepEqual(await phone.readTexts(), [])
})

test('a send that waits for its campaign is no rival: the one in progress is sent, and the waiting one is not', async () => {
  const people = await consentingPeople(2)
  const [one, other] = [await running(people), await running(people)]
  for (const { phone } of people) await phone.sendText('Hello?')
  const first = await claim(one, people)
  const second = await claim(other, people)
  assert.equal((await hand(second)).ended, 2)
  assert.equal((await hand(first)).held, 2)
  await agent.after(31)
  assert.deepEqual(
    await ends(first),
    people.map(() => 'sent'),
  )
})

test('neither a cap of 0 hours nor a service campaign waits for rivals', async () => {
  const own = await consentingPeople(2)
  const [one, other] = [await running(own), await running(own)]
  const [first, second] = [await claim(one, own, 'service'), await claim(other, own, 'service')]
  assert.deepEqual([(await hand(first)).dispatched, (await hand(second)).dispatched], [2, 2])
  assert.equal((await api.put('/settings/sending', { minTouchIntervalHours: 0 })).status, 200)
  const people = await consentingPeople(2)
  const ids = [await running(people), await running(people)]
  const claims = [await claim(ids[0] as string, people), await claim(ids[1] as string, people)]
  for (const claimed of claims) assert.equal((await hand(claimed)).dispatched, 2)
  await work()
})
