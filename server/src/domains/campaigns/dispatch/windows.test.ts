import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCampaignsBench } from '../../../testing/campaigns-bench.ts'
import { assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { type OutreachPerson, openGoogleRbm } from '../../../testing/outreach-bench.ts'

/**
 * A running campaign sends only while its sendWindow and the safe hours are both open. The clock only moves forward.
 */

const google = await openGoogleRbm()
const bench = await createCampaignsBench({ config: { channelApis: google.apis } })
const { world, work } = bench
const agent = await bench.agent()
const { api, consentingPeople, createStagedCampaign, command, readCampaign } = agent
const outreachId = await agent.outreach('News')
const hours = (startHour: number, endHour: number, timeZone = 'UTC') => ({ startHour, endHour, timeZone })
const settings = async (more: object): Promise<ReplyBody> =>
  assertStatus(await api.put('/settings/sending', { minTouchIntervalHours: 0, ...more }), 200)

async function at(moment: string): Promise<void> {
  const ahead = Date.parse(moment) - world.now().getTime()
  assert.ok(ahead >= 0, `${moment} is over`)
  world.advance(ahead)
  await work()
}
/** Starts a campaign to two people, and returns what it shows while nothing is sent. */
async function startCampaign(sendWindow?: object) {
  const people = await consentingPeople(2)
  const id = await createStagedCampaign(people, { outreachId, sendWindow })
  await command(id, 'start')
  await work()
  return { id, people }
}
type Begun = Awaited<ReturnType<typeof startCampaign>>
const got = async (people: readonly OutreachPerson[]) =>
  (await Promise.all(people.map(({ phone }) => phone.readTexts()))).flat().filter((text) => text === 'News').length

async function assertWaits({ id, people }: Begun, reason: string, until: string): Promise<void> {
  const { status, waiting, counts } = await readCampaign(id)
  assert.deepEqual([status, waiting, counts.queued], ['running', { reason, until }, 2])
  assert.equal(await got(people), 0)
}
async function assertSent({ id, people }: Begun): Promise<void> {
  const { status, waiting, counts } = await readCampaign(id)
  assert.deepEqual([status, waiting, counts.sent, await got(people)], ['completed', undefined, 2, 2])
}
/** Waits until that moment, to the millisecond, and then sends; `atLast`: its final reason to wait. */
async function opensAt(campaign: Begun, reason: string, moment: string, atLast = reason): Promise<void> {
  const until = new Date(moment)
  await assertWaits(campaign, reason, until.toISOString())
  world.advance(Math.max(0, until.getTime() - world.now().getTime() - 1))
  await work()
  await assertWaits(campaign, atLast, until.toISOString())
  world.advance(1)
  await work()
  await assertSent(campaign)
}

test('a campaign waits for a closed window and starts by itself when it opens', async () => {
  await opensAt(await startCampaign(hours(20, 21)), 'outside_send_window', '2030-01-31T20:00Z')
})

test('a campaign waits for closed safe hours; when the settings open them, it continues immediately', async () => {
  await settings({ safeHours: hours(8, 9) })
  await opensAt(await startCampaign(), 'outside_safe_hours', '2030-02-01T08:00Z')
  await at('2030-02-01T09:00:00Z')
  const campaign = await startCampaign()
  await assertWaits(campaign, 'outside_safe_hours', '2030-02-02T08:00:00.000Z')
  await settings({ safeHours: hours(9, 12) })
  await work()
  await assertSent(campaign)
})

test('settings that close the hours again before the next check keep the campaign waiting', async () => {
  await settings({ safeHours: hours(1, 2) })
  const campaign = await startCampaign()
  await settings({ safeHours: hours(9, 12) })
  await settings({ safeHours: hours(3, 4) })
  await work()
  await assertWaits(campaign, 'outside_safe_hours', '2030-02-02T03:00:00.000Z')
  await settings({})
  await work()
  await assertSent(campaign)
})

test('a campaign sends only while both its window and the safe hours are open', async () => {
  await settings({ safeHours: hours(9, 15) })
  await opensAt(await startCampaign(hours(14, 18)), 'outside_send_window', '2030-02-01T14:00Z')
  await at('2030-02-01T16:00:00Z')
  await opensAt(await startCampaign(hours(14, 18)), 'outside_safe_hours', '2030-02-02T14:00Z', 'outside_send_window')
  await settings({})
})

test('the first moment of the end hour is outside the window, the last moment before it is inside', async () => {
  await at('2030-02-03T12:59:59.999Z')
  await assertSent(await startCampaign(hours(12, 13)))
  world.advance(1)
  await opensAt(await startCampaign(hours(12, 13)), 'outside_send_window', '2030-02-04T12:00Z')
})

test('a window over midnight is open on both sides of it', async () => {
  await at('2030-02-04T23:59:59.999Z')
  await assertSent(await startCampaign(hours(22, 6)))
  await at('2030-02-05T05:59:59.999Z')
  await assertSent(await startCampaign(hours(22, 6)))
  world.advance(1)
  await opensAt(await startCampaign(hours(22, 6)), 'outside_send_window', '2030-02-05T22:00Z')
})

test('a recipient who is in conversation when the window closes receives the message when it opens again', async () => {
  await at('2030-02-06T12:50:00Z')
  const people = await consentingPeople(2)
  const id = await createStagedCampaign(people, { outreachId, sendWindow: hours(12, 13) })
  for (const { phone } of people) await phone.sendText('Hello?')
  await command(id, 'start')
  await work()
  for (const minutes of [5, 20, 10, 60, 600]) {
    await agent.after(minutes)
    assert.equal(await got(people), 0)
  }
  await at('2030-02-07T11:59:59.999Z')
  assert.deepEqual([await got(people), (await readCampaign(id)).status], [0, 'running'])
  await at('2030-02-07T12:10:00Z')
  await agent.after(1)
  await assertSent({ id, people })
})

test('when the window closes midway, the remaining recipients get the message on the next day, and everyone gets it once', async () => {
  const own = await bench.agent(google.binding)
  const outreachId = await own.outreach('News')
  const people = await own.importPeople(Array.from({ length: 60 }, () => ({})))
  const id = await own.createStagedCampaign(people, { outreachId, sendWindow: hours(12, 13) })
  await at('2030-02-07T12:59:59.999Z')
  await own.command(id, 'start')
  let left = 5
  google.behavior.acceptMessage = () => {
    if (--left === 0) world.advance(1)
    return {}
  }
  await work()
  delete google.behavior.acceptMessage
  const { status, counts, waiting } = await own.assertAddsUp(id)
  // Four lanes with at most twelve each, which is a quarter of the rate.
  assert.ok(counts.sent >= 5 && counts.sent <= 48, `${counts.sent} have left`)
  assert.deepEqual([status, waiting, google.received.length], ['running', { reason: 'outside_send_window', until: '2030-02-08T12:00:00.000Z' }, counts.sent]) // biome-ignore format: one line
  await own.after(22 * 60)
  assert.equal(google.received.length, counts.sent, 'nothing leaves at night')
  await at('2030-02-08T12:00:00Z')
  world.advance(5000)
  await work()
  assert.equal((await own.assertAddsUp(id)).status, 'completed')
  assert.deepEqual(google.received.map(({ to }) => to).sort(), people.map(({ address }) => address).sort())
})

const berlin = (startHour: number, endHour: number) => hours(startHour, endHour, 'Europe/Berlin')

test('a window at the hour skipped in spring opens on the next day, and one at the following hour opens an hour sooner', async () => {
  await at('2030-03-31T00:30:00Z')
  const skipped = await startCampaign(berlin(2, 3))
  await opensAt(await startCampaign(berlin(3, 4)), 'outside_send_window', '2030-03-31T01:00Z')
  await opensAt(skipped, 'outside_send_window', '2030-04-01T00:00Z')
})

test('a window at the hour repeated in autumn is open twice, and one at the following hour opens an hour later', async () => {
  await at('2030-10-26T23:30:00Z')
  const after = await startCampaign(berlin(3, 4))
  await opensAt(await startCampaign(berlin(2, 3)), 'outside_send_window', '2030-10-27T00:00Z')
  await at('2030-10-27T01:59:59.999Z')
  await assertSent(await startCampaign(berlin(2, 3)))
  await opensAt(after, 'outside_send_window', '2030-10-27T02:00Z')
  await opensAt(await startCampaign(berlin(2, 3)), 'outside_send_window', '2030-10-28T01:00Z')
})
