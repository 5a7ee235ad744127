import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Channel } from '@parley/amf'
import { assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { createRuntimeBench, type RuntimeAgent, type RuntimePerson } from '../../../testing/runtime-bench.ts'

/** Appointment reminders and their guardrails. */

const bench = await createRuntimeBench()
const { play, world, pool } = bench
const everyDay = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, startTime: '00:00', endTime: '23:59' }))
const scheduling = (reminders?: object) => ({
  timezone: 'UTC',
  availableHours: everyDay,
  representatives: ['Anna', 'Ben', 'Carl'].map((name) => ({ id: name.toLowerCase(), name })),
  ...(reminders && { reminders }),
})
const playbooks = [
  { id: 'general', name: 'General', body: 'Help.', uses: [], isDefault: true },
  { id: 'visits', name: 'Visits', body: 'Help with a visit.', uses: [] },
]
const identity = { contactEmail: 'desk@example.com', contactPhone: '+12025550100' }
const minutes = (count: number) => count * 60_000

const agentWith = (reminders?: object, channel: Channel = 'sms') =>
  bench.agent({ identity, playbooks, capabilities: { scheduling: scheduling(reminders) } }, channel)

type Booked = { person: RuntimePerson; id: string; path: string; start: Date }

const half = minutes(30)

/** The next half hour after so many minutes that ends on the same day. */
function startIn(inMinutes: number): Date {
  const start = new Date(Math.ceil((world.now().getTime() + minutes(inMinutes)) / half) * half)
  return start.getUTCHours() === 23 ? startIn(inMinutes + 30) : start
}

async function booked(agent: RuntimeAgent, inMinutes: number, channel: Channel = 'sms'): Promise<Booked> {
  const person = agent.createPerson(channel)
  play('Hello.')
  await person.sendText('Hello')
  const { id } = await person.person()
  const start = startIn(inMinutes)
  const { id: appointmentId } = assertStatus(
    await agent.api.post(`/people/${id}/appointments`, { startUtc: start.toISOString() }),
    201,
  )
  return { person, id: appointmentId, path: `/people/${id}/appointments/${appointmentId}`, start }
}

async function until(moment: number): Promise<void> {
  world.advance(moment - world.now().getTime())
  await bench.work()
}
const stateOf = async ({ id }: Booked): Promise<string[]> => {
  const sql = 'select state, reason from appointment_reminders where appointment_id = $1 order by start_utc'
  return (await pool.query(sql, [id])).rows.map(({ state, reason }) => [state, reason].filter(Boolean).join(' '))
}

test('a reminder is sent once, at its lead time, with the time, the name and the contact card', async () => {
  const agent = await agentWith({ leadMinutes: 120, includeContactCard: true })
  const one = await booked(agent, 600)
  await until(one.start.getTime() - minutes(121))
  assert.deepEqual(await one.person.readNewTexts(), [])
  await until(one.start.getTime() - minutes(120))
  const text = (await one.person.readNewTexts()).join('\n')
  assert.match(text, /reminder from Harbour: your appointment with (Anna|Ben|Carl) is on /)
  assert.match(text, /desk@example\.com/)
  await until(one.start.getTime() - minutes(1))
  assert.deepEqual([await one.person.readNewTexts(), await stateOf(one)], [[], ['sent']])
})

test('the default lead time is one day; an appointment booked later than that gets no reminder', async () => {
  const agent = await agentWith()
  const [early, late] = [await booked(agent, 3 * 1440), await booked(agent, 600)]
  await until(late.start.getTime() - minutes(5))
  assert.deepEqual([await late.person.readNewTexts(), await stateOf(late)], [[], ['waiting']])
  await until(early.start.getTime() - minutes(1440))
  assert.equal((await early.person.readNewTexts()).length, 1)
})

test('a moved appointment gets a reminder only for its new time, and a cancelled one gets none', async () => {
  const agent = await agentWith({ leadMinutes: 60 })
  const [moved, cancelled] = [await booked(agent, 600), await booked(agent, 660)]
  const later = new Date(moved.start.getTime() + minutes(300))
  assertStatus(await agent.api.patch(moved.path, { startUtc: later.toISOString() }), 200)
  assertStatus(await agent.api.patch(cancelled.path, { status: 'cancelled' }), 200)
  await until(cancelled.start.getTime() - minutes(30))
  assert.deepEqual([await moved.person.readNewTexts(), await cancelled.person.readNewTexts()], [[], []])
  await until(later.getTime() - minutes(60))
  assert.equal((await moved.person.readNewTexts()).length, 1)
  assert.deepEqual([await stateOf(moved), await stateOf(cancelled)], [['skipped moved', 'sent'], ['skipped gone']])
})

test('a person who opted out gets no reminder, and a person who never consented gets one', async () => {
  const agent = await agentWith({ leadMinutes: 60 })
  const [stopped, unknown] = [await booked(agent, 600), await booked(agent, 600)]
  await stopped.person.sendText('STOP')
  await until(stopped.start.getTime() - minutes(60))
  assert.deepEqual([await stopped.person.readNewTexts(), await stateOf(stopped)], [[], ['skipped optedOut']])
  assert.equal((await unknown.person.readNewTexts()).length, 1)
})

test('disabling, enabling and changing the lead time apply to existing appointments', async () => {
  const agent = await agentWith({ enabled: false, leadMinutes: 60 })
  const one = await booked(agent, 24 * 60)
  const put = async (reminders: object) => assertStatus(await agent.api.put('/scheduling', scheduling(reminders)), 200)
  await put({ leadMinutes: 120 })
  await put({ enabled: false, leadMinutes: 120 })
  await until(one.start.getTime() - minutes(120))
  assert.deepEqual(await one.person.readNewTexts(), [], 'off')
  await put({ leadMinutes: 30 })
  await until(one.start.getTime() - minutes(31))
  assert.deepEqual(await one.person.readNewTexts(), [])
  await until(one.start.getTime() - minutes(30))
  assert.equal((await one.person.readNewTexts()).length, 1)
})

test('a shorter lead time applies to appointments booked too late for the old one; a longer one sends no immediate reminder', async () => {
  const agent = await agentWith()
  const one = await booked(agent, 10 * 60)
  const put = async (leadMinutes: number) =>
    assertStatus(await agent.api.put('/scheduling', scheduling({ leadMinutes })), 200)
  await put(60)
  await put(24 * 60)
  await until(one.start.getTime() - minutes(120))
  assert.deepEqual([await one.person.readNewTexts(), await stateOf(one)], [[], ['waiting']])
  await put(90)
  await until(one.start.getTime() - minutes(90))
  assert.equal((await one.person.readNewTexts()).length, 1)
  await put(30)
  await until(one.start.getTime() - minutes(30))
  assert.deepEqual([await one.person.readNewTexts(), await stateOf(one)], [[], ['sent']])
})

test('no reminder is sent outside the reply window, or after the appointment', async () => {
  const agent = await agentWith({ leadMinutes: 60 }, 'messengerA')
  const one = await booked(agent, 26 * 60, 'messengerA')
  await one.person.readNewTexts()
  await until(one.start.getTime() - minutes(60))
  assert.deepEqual([await one.person.readNewTexts(), await stateOf(one)], [[], ['skipped windowClosed']])
  await until(one.start.getTime() + minutes(60))
  play('Hello again.')
  assert.deepEqual(await one.person.sendText('Here I am'), ['Hello again.'])
})

test('a late reminder is not sent', async () => {
  const agent = await agentWith({ leadMinutes: 60 })
  const one = await booked(agent, 600)
  world.advance(one.start.getTime() - world.now().getTime())
  assert.deepEqual([await one.person.readNewTexts(), await stateOf(one)], [[], ['skipped late']])
})

test('reminders ignore safe hours by default; with ignoreSafeHours false they wait, but never past the appointment', async () => {
  await until((Math.floor(world.now().getTime() / minutes(1440)) + 1) * minutes(1440) + minutes(6 * 60))
  const safeHours = { startHour: 16, endHour: 18, timeZone: 'UTC' }
  const careful = await agentWith({ leadMinutes: 60 * 8, ignoreSafeHours: false })
  const careless = await agentWith({ leadMinutes: 60 * 8 })
  for (const agent of [careful, careless]) assertStatus(await agent.api.put('/settings/sending', { safeHours }), 200)
  const opens = world.now().getTime() + minutes(10 * 60)
  const [waits, tooLate, sent] = [
    await booked(careful, 12 * 60),
    await booked(careful, 9 * 60),
    await booked(careless, 12 * 60),
  ]
  await until(waits.start.getTime() - minutes(60 * 8))
  assert.equal((await sent.person.readNewTexts()).length, 1)
  assert.deepEqual([await waits.person.readNewTexts(), await stateOf(tooLate)], [[], ['skipped outside_safe_hours']])
  await until(opens - 1)
  assert.deepEqual(await waits.person.readNewTexts(), [])
  await until(opens)
  assert.equal((await waits.person.readNewTexts()).length, 1)
})

const carefully = (more: object = {}) => scheduling({ leadMinutes: 60 * 8, ignoreSafeHours: false, ...more })
const closedHours = () => {
  const hour = world.now().getUTCHours()
  return { safeHours: { startHour: (hour + 5) % 24, endHour: (hour + 6) % 24, timeZone: 'UTC' } }
}

type Change = (agent: RuntimeAgent) => Promise<unknown>
const put =
  (path: string, body: () => object): Change =>
  async ({ api }) =>
    assertStatus(await api.put(path, body()), 200)
const openHours = put('/settings/sending', () => ({}))
const closeHours = put('/settings/sending', closedHours)

const holds: [cause: string, reason: string, close: Change, open: Change][] = [
  ['safe hours', 'outside_safe_hours', closeHours, openHours],
  ['ignoreSafeHours', 'outside_safe_hours', closeHours, put('/scheduling', () => carefully({ ignoreSafeHours: true }))],
  ['the binding', 'binding_disabled', (agent) => agent.verb('sms', '_disable'), (agent) => agent.verb('sms', '_enable')],
] // biome-ignore format: it is a table

for (const [cause, reason, close, open] of holds) {
  test(`a reminder that waits because of ${cause} states why, and is sent once as soon as that changes`, async () => {
    const agent = await bench.agent({ identity, playbooks, capabilities: { scheduling: carefully() } }, 'sms')
    const one = await booked(agent, 10 * 60)
    await until(one.start.getTime() - minutes(8 * 60 + 1))
    await close(agent)
    await until(one.start.getTime() - minutes(8 * 60))
    assert.deepEqual([await one.person.readNewTexts(), await stateOf(one)], [[], [`waiting ${reason}`]])
    await open(agent)
    assert.deepEqual([(await one.person.readNewTexts()).length, await stateOf(one)], [1, ['sent']])
    await until(one.start.getTime() - minutes(1))
    assert.deepEqual(await one.person.readNewTexts(), [])
  })
}

test('safe hours that move later make a reminder wait longer, and past the appointment it is skipped', async () => {
  const agent = await bench.agent({ identity, playbooks, capabilities: { scheduling: carefully() } }, 'sms')
  const one = await booked(agent, 10 * 60)
  const startsIn = (hours: number) => (one.start.getUTCHours() + 24 + hours) % 24
  const opensAt = (hours: number) =>
    put('/settings/sending', () => ({
      safeHours: { startHour: startsIn(hours), endHour: startsIn(hours + 1), timeZone: 'UTC' },
    }))(agent)
  await opensAt(-6)
  await until(one.start.getTime() - minutes(8 * 60))
  assert.deepEqual(await stateOf(one), ['waiting outside_safe_hours'])
  await opensAt(-3)
  await until(one.start.getTime() - minutes(5 * 60))
  assert.deepEqual([await one.person.readNewTexts(), await stateOf(one)], [[], ['waiting outside_safe_hours']])
  await opensAt(2)
  await bench.work()
  assert.deepEqual([await one.person.readNewTexts(), await stateOf(one)], [[], ['skipped outside_safe_hours']])
})

test('a reminder that waits when reminders are turned off keeps waiting, and is sent when they are on again', async () => {
  const agent = await bench.agent({ identity, playbooks, capabilities: { scheduling: carefully() } }, 'sms')
  const one = await booked(agent, 10 * 60)
  await closeHours(agent)
  await until(one.start.getTime() - minutes(8 * 60))
  assert.deepEqual(await stateOf(one), ['waiting outside_safe_hours'])
  await put('/scheduling', () => carefully({ enabled: false }))(agent)
  await openHours(agent)
  await bench.work()
  assert.deepEqual([await one.person.readNewTexts(), await stateOf(one)], [[], ['waiting reminders_off']])
  await put('/scheduling', () => carefully())(agent)
  assert.deepEqual([(await one.person.readNewTexts()).length, await stateOf(one)], [1, ['sent']])
})

test('the reply starts in reminders.playbookId, unless a conversation is in progress', async () => {
  const agent = await agentWith({ leadMinutes: 60, playbookId: 'visits' })
  const [quiet, busy] = [await booked(agent, 600), await booked(agent, 600)]
  await until(busy.start.getTime() - minutes(70))
  await busy.person.sendText('By the way')
  await until(busy.start.getTime() - minutes(60))
  for (const { person } of [quiet, busy]) {
    await person.readNewTexts()
    await person.sendText('I will be there')
  }
  const playbookOf = async ({ person }: Booked) => (await person.turn()).playbookId
  assert.deepEqual([await playbookOf(quiet), await playbookOf(busy)], ['visits', 'general'])
  const messages: ReplyBody = bench.inputs().at(-1)?.messages
  assert.match(JSON.stringify(messages), /A reminder from Harbour/, 'the model knows what was said')
})

test('an appointment that the agent itself books gets a reminder too', async () => {
  const agent = await agentWith({ leadMinutes: 60 })
  assertStatus(await agent.api.patch('/playbooks/general', { uses: ['scheduling'] }), 200)
  const person = agent.createPerson('sms')
  const start = startIn(600)
  play({ calls: [{ id: '1', name: 'scheduling.book', given: { startUtc: start.toISOString() } }] }, 'Booked.')
  assert.deepEqual(await person.sendText('Book it'), ['Booked.'])
  await until(start.getTime() - minutes(60))
  assert.equal((await person.readNewTexts()).length, 1)
})
