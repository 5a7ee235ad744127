import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toSuiteBody, toSuiteForm } from './SuiteSettings.tsx'

const made = { createdAt: '', updatedAt: '', id: 'suite_1', system: false, name: 'Desk' }

test('a suite without a schedule stays without one', () => {
  assert.deepEqual(toSuiteBody(toSuiteForm(made)), { name: 'Desk', description: null, channel: null, schedule: null })
})

test('the form shows defaults for omitted schedule fields, and a daily schedule names no day', () => {
  const form = toSuiteForm({ ...made, schedule: { every: 'daily' } })
  assert.deepEqual(form.schedule, { every: 'daily', at: '06:00', weekday: 'monday', timezone: 'UTC' })
  assert.deepEqual(toSuiteBody(form).schedule, { every: 'daily', at: '06:00', timezone: 'UTC' })
  const weekly = { every: 'weekly' as const, weekday: 'friday' as const, at: '07:30', timezone: 'Europe/London' }
  assert.deepEqual(toSuiteBody(toSuiteForm({ ...made, schedule: weekly })).schedule, weekly)
})
