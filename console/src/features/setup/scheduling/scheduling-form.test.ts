import assert from 'node:assert/strict'
import { test } from 'node:test'
import { schedulingField, toSchedulingBody, toSchedulingForm } from './scheduling-form.ts'

const whole = {
  timezone: 'Europe/Berlin',
  availableHours: [{ dayOfWeek: 1, startTime: '09:00', endTime: '17:00' }],
  blackoutDates: ['2030-12-24'],
  disallowSameDayBooking: true,
  defaultDurationMinutes: 30,
  notificationRecipients: ['team@example.com'],
  reminders: {
    enabled: true,
    leadMinutes: 60,
    includeContactCard: false,
    ignoreSafeHours: false,
    playbookId: 'remind',
  },
  defaultRepresentativeIdentity: 'Front desk',
  representatives: [
    { id: 'ada', name: 'Ada', title: 'Skipper', availability: { timezone: 'UTC', workingHours: [] } },
    { id: 'bo', name: 'Bo' },
  ],
}

test('scheduling is the same after reading and saving it unchanged', () => {
  assert.deepEqual(toSchedulingBody(toSchedulingForm(whole)), whole)
})

test('an agent without scheduling has an empty form', () => {
  const sent = toSchedulingBody(toSchedulingForm({ representatives: [] }))
  assert.deepEqual(sent.representatives, [])
  assert.equal('timezone' in sent || 'defaultDurationMinutes' in sent, false)
})

test('a refusal is mapped to its field', () => {
  assert.equal(
    schedulingField('scheduling.representatives[1].availability.workingHours[0].endTime'),
    'representatives[1].workingHours[0].endTime',
  )
})
