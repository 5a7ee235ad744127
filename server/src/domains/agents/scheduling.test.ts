import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertInvalid, assertRefusedUnchanged, createTestAgent } from '../../testing/agent.ts'
import { createTestApp } from '../../testing/app.ts'
import { assertStatus } from '../../testing/client.ts'

const server = await createTestApp()

const window = { dayOfWeek: 1, startTime: '09:00', endTime: '17:00' }
const config = {
  timezone: 'Europe/Berlin',
  availableHours: [window, { dayOfWeek: 6, startTime: '00:00', endTime: '23:59' }],
  blackoutDates: ['2030-12-24', '2028-02-29'],
  disallowSameDayBooking: true,
  defaultDurationMinutes: 1440,
  notificationRecipients: ['team@example.com'],
  reminders: {
    enabled: false,
    leadMinutes: 10_080,
    includeContactCard: true,
    ignoreSafeHours: false,
    playbookId: 'general',
  },
  representatives: [
    { id: 'anna', name: 'Anna' },
    {
      id: 'Büro/2',
      name: 'Büro',
      title: 'Desk',
      phone: '+49 30 1234',
      email: 'desk@example.com',
      type: 'service',
      availability: { timezone: 'UTC', workingHours: [window] },
    },
  ],
  defaultRepresentativeIdentity: 'the harbour',
}

test('PUT stores every field as written and GET returns the same', async () => {
  const agent = await createTestAgent(server)
  assert.deepEqual(assertStatus(await agent.put('/scheduling', config), 200), config)
  assert.deepEqual(assertStatus(await agent.get('/scheduling'), 200), config)
})

test('PUT replaces the whole section: omitted keys are cleared, and representatives are always present', async () => {
  const agent = await createTestAgent(server)
  await agent.put('/scheduling', config)
  const next = { timezone: 'UTC' }
  assert.deepEqual(assertStatus(await agent.put('/scheduling', next), 200), { ...next, representatives: [] })
  assert.deepEqual(assertStatus(await agent.put('/scheduling', {}), 200), { representatives: [] })
})

test('the calendar link of a representative is accepted, but neither stored nor shown', async () => {
  const agent = await createTestAgent(server)
  const representatives = [{ id: 'anna', name: 'Anna', calendar: { connectionId: 'x' } }]
  const written = await agent.put('/scheduling', { representatives })
  assert.deepEqual(assertStatus(written, 200), { representatives: [{ id: 'anna', name: 'Anna' }] })
})

const hours = (change: object) => ({ availableHours: [{ ...window, ...change }] })
const representative = (change: object) => ({ representatives: [{ id: 'anna', name: 'Anna', ...change }] })
const faults: [title: string, body: object, field: string][] = [
  ['an offset for a zone', { timezone: '+01:00' }, 'timezone'],
  ['an unknown zone', { timezone: 'Europe/Atlantis' }, 'timezone'],
  ['an empty zone', { timezone: '' }, 'timezone'],
  ['null for a zone', { timezone: null }, 'timezone'],
  ['hours that are not a list', { availableHours: {} }, 'availableHours'],
  ['a time with one digit', hours({ startTime: '9:00' }), 'availableHours[0].startTime'],
  ['a time of 24:00', hours({ endTime: '24:00' }), 'availableHours[0].endTime'],
  ['a time with a.m.', hours({ startTime: '09:00am' }), 'availableHours[0].startTime'],
  ['a time that is a number', hours({ startTime: 900 }), 'availableHours[0].startTime'],
  ['no end', hours({ endTime: undefined }), 'availableHours[0].endTime'],
  ['an end before the start', hours({ startTime: '17:00', endTime: '09:00' }), 'availableHours[0].endTime'],
  ['an end at the start', hours({ endTime: '09:00' }), 'availableHours[0].endTime'],
  ['a day of 7', hours({ dayOfWeek: 7 }), 'availableHours[0].dayOfWeek'],
  ['a day by name', hours({ dayOfWeek: 'monday' }), 'availableHours[0].dayOfWeek'],
  ['half a day', hours({ dayOfWeek: 0.5 }), 'availableHours[0].dayOfWeek'],
  ['an unknown field of a window', hours({ note: 'x' }), 'availableHours[0].note'],
  ['a day that does not exist', { blackoutDates: ['2030-01-01', '2029-02-29'] }, 'blackoutDates[1]'],
  ['a day with slashes', { blackoutDates: ['01/02/2030'] }, 'blackoutDates[0]'],
  ['a day with a time', { blackoutDates: ['2030-01-01T00:00:00Z'] }, 'blackoutDates[0]'],
  ['a word for a switch', { disallowSameDayBooking: 'no' }, 'disallowSameDayBooking'],
  ['no minutes at all', { defaultDurationMinutes: 0 }, 'defaultDurationMinutes'],
  ['more than a day', { defaultDurationMinutes: 1441 }, 'defaultDurationMinutes'],
  ['half minutes', { defaultDurationMinutes: 30.5 }, 'defaultDurationMinutes'],
  ['minutes as text', { defaultDurationMinutes: '30' }, 'defaultDurationMinutes'],
  ['no email address', { notificationRecipients: ['a@example.com', 'team'] }, 'notificationRecipients[1]'],
  ['reminders a week and a minute ahead', { reminders: { leadMinutes: 10_081 } }, 'reminders.leadMinutes'],
  ['reminders that are on by a word', { reminders: { enabled: 1 } }, 'reminders.enabled'],
  ['an unknown field of reminders', { reminders: { colour: 1 } }, 'reminders.colour'],
  ['a playbook that never was', { reminders: { playbookId: 'nowhere' } }, 'reminders.playbookId'],
  ['two representatives of one id', { representatives: [{ id: 'a', name: 'A' }, { id: 'a', name: 'B' }] }, 'representatives[1].id'],
  ['a representative without an id', representative({ id: undefined }), 'representatives[0].id'],
  ['a representative without a name', representative({ name: '' }), 'representatives[0].name'],
  ['a representative with no address', representative({ email: 'x' }), 'representatives[0].email'],
  ['a representative with an unknown field', representative({ color: 'x' }), 'representatives[0].color'],
  ['working hours that are none', representative({ availability: { workingHours: [{ ...window, endTime: 'late' }] } }), 'representatives[0].availability.workingHours[0].endTime'],
  ['a representative in no zone', representative({ availability: { timezone: 'x' } }), 'representatives[0].availability.timezone'],
  ['representatives that are null', { representatives: null }, 'representatives'],
  ['an unknown field', { slots: [] }, 'slots'],
] // biome-ignore format: one table
for (const [title, body, field] of faults) {
  test(`scheduling with ${title} returns 422 at scheduling.${field}`, async () => {
    const agent = await createTestAgent(server)
    assertStatus(await agent.put('/scheduling', config), 200)
    await assertInvalid(agent, '/scheduling', body, `scheduling.${field}`)
  })
}

test('a body that is not an object returns 422 at scheduling', async () => {
  const agent = await createTestAgent(server)
  for (const body of [null, [], 'x']) await assertInvalid(agent, '/scheduling', body, 'scheduling')
})

test('the playbook used by reminders cannot be deleted', async () => {
  const agent = await createTestAgent(server)
  assertStatus(await agent.post('/playbooks', { name: 'Desk' }), 201)
  assertStatus(await agent.put('/scheduling', { reminders: { playbookId: 'desk' } }), 200)
  const field = 'capabilities.scheduling.reminders.playbookId'
  await assertRefusedUnchanged(agent, () => agent.del('/playbooks/desk'), [409, 'agent.integrity_conflict', field])
})
