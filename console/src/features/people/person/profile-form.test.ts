import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toProfileBody, toProfileForm } from './profile-form.ts'

const person = {
  id: 'per_1',
  fullName: 'A Visitor',
  status: 'new' as const,
  tags: ['fair'],
  customFields: { licence: 'sea' },
  consent: { status: 'unknown' as const },
  identities: [],
  createdAt: '2030-01-31T09:00:00Z',
  updatedAt: '2030-01-31T09:00:00Z',
}

test('a missing value is an empty field, and an empty field clears the value', () => {
  assert.deepEqual(toProfileForm(person).customFields, { licence: 'sea' })
  const { timezone, scheduledCallAt, email } = toProfileBody(toProfileForm(person))
  assert.deepEqual({ timezone, scheduledCallAt, email }, { timezone: null, scheduledCallAt: null, email: '' })
})
