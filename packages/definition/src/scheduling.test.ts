import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SchedulingBody, SchedulingConfig } from './scheduling.ts'
import { read } from './things/testing/read.ts'

const monday = { dayOfWeek: 1, startTime: '09:00', endTime: '17:00' }

test('a config with every field is stored unchanged', () => {
  const config = {
    timezone: 'Europe/Berlin',
    availableHours: [monday, { dayOfWeek: 0, startTime: '00:00', endTime: '23:59' }],
    blackoutDates: ['2028-02-29'],
    disallowSameDayBooking: true,
    defaultDurationMinutes: 1440,
    notificationRecipients: ['team@example.com'],
    reminders: { enabled: false, leadMinutes: 10_080, includeContactCard: true, ignoreSafeHours: false, playbookId: 'desk' },
    defaultRepresentativeIdentity: 'The team',
    representatives: [
      { id: 'r1', name: 'First', title: 'Lead', phone: '+12025550143', email: 'r1@example.com', type: 'service', availability: { timezone: 'UTC', workingHours: [monday] } },
      { id: 'r2', name: 'Second', availability: {} },
    ],
  } // biome-ignore format: one line per representative
  assert.deepEqual(read(SchedulingBody, config), { value: config, errors: [] })
  assert.deepEqual(read(SchedulingConfig, config).errors, [])
})

test('representatives are always present, as an empty list by default', () => {
  assert.deepEqual(read(SchedulingBody, {}).value, { representatives: [] })
})

test('the calendar link of a representative is dropped, whatever it is', () => {
  for (const calendar of [{ connectionId: 'c1' }, 'forged', null]) {
    const sent = { representatives: [{ id: 'r1', name: 'First', calendar }] }
    assert.deepEqual(read(SchedulingBody, sent).value, { representatives: [{ id: 'r1', name: 'First' }] })
  }
})

const window = (change: object) => ({ availableHours: [{ ...monday, ...change }] })
const one = (change: object) => ({ representatives: [{ id: 'r1', name: 'First', ...change }] })
const clock = 'must be a 24-hour time, for example 09:30'

const refused: [title: string, sent: object, error: string][] = [
  ['an offset for a zone', { timezone: '+01:00' }, 'timezone must be an IANA time zone, for example Europe/Berlin'],
  ['an eighth day', window({ dayOfWeek: 7 }), 'availableHours[0].dayOfWeek must be at most 6'],
  ['half a day', window({ dayOfWeek: 0.5 }), 'availableHours[0].dayOfWeek must be a whole number'],
  ['a time of one digit', window({ startTime: '9:00' }), `availableHours[0].startTime ${clock}`],
  ['the hour 24', window({ endTime: '24:00' }), `availableHours[0].endTime ${clock}`],
  ['a window that ends as it starts', window({ endTime: '09:00' }), 'availableHours[0].endTime must be after startTime'],
  ['an invalid day', { blackoutDates: ['2027-02-29'] }, 'blackoutDates[0] must be a date, for example 2030-12-24'],
  ['a duration of nothing', { defaultDurationMinutes: 0 }, 'defaultDurationMinutes must be at least 1'],
  ['a duration beyond a day', { defaultDurationMinutes: 1441 }, 'defaultDurationMinutes must be at most 1440'],
  ['an invalid recipient', { notificationRecipients: ['team'] }, 'notificationRecipients[0] must be an email address'],
  ['a reminder at once', { reminders: { leadMinutes: 0 } }, 'reminders.leadMinutes must be at least 1'],
  ['a reminder beyond a week', { reminders: { leadMinutes: 10_081 } }, 'reminders.leadMinutes must be at most 10080'],
  ['a representative without a name', one({ name: '' }), 'representatives[0].name must not be empty'],
  ['a representative in an odd zone', one({ availability: { timezone: 'Mars' } }), 'representatives[0].availability.timezone must be an IANA time zone, for example Europe/Berlin'],
  ['a representative with odd hours', one({ availability: { workingHours: [{ ...monday, endTime: '' }] } }), `representatives[0].availability.workingHours[0].endTime ${clock}`],
  ['two representatives of one id', { representatives: [{ id: 'r1', name: 'A' }, { id: 'r1', name: 'B' }] }, 'representatives[1].id is used twice'],
  ['an unknown field', { hours: [] }, 'hours is not a known field'],
] // biome-ignore format: one line per case
for (const [title, sent, error] of refused) {
  test(`scheduling with ${title} is refused`, () => {
    assert.ok(read(SchedulingBody, sent).errors.includes(error), read(SchedulingBody, sent).errors.join('; '))
  })
}
