import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PeopleField } from '@parley/definition'
import { buildNewPerson, changePerson } from './change.ts'
import type { Person, ProfileChange } from './person.ts'
import { searchKeysOf, searchWordsOf } from './search-keys.ts'

const now = new Date('2030-01-31T09:00:00Z')
const later = new Date('2030-02-01T09:00:00Z')

const fields: PeopleField[] = [
  { key: 'plan', type: 'string', locked: true },
  { key: 'city', type: 'string' },
  { key: 'email', type: 'string', locked: true },
]
const start: ProfileChange = {
  firstName: 'Ada',
  email: 'ada@example.com',
  customFields: { plan: 'plus', city: 'London' },
}
const ada: Person = { ...buildNewPerson(start, { id: 'per_1', now, fields }), key: 1 }

test('an agent can change unlocked fields, built-in or custom, and leaves other fields unchanged', () => {
  const change = {
    firstName: 'Eve',
    email: 'eve@example.com',
    customFields: { plan: 'basic', city: 'Paris', pet: 'cat' },
  }
  const { person, changed } = changePerson(ada, change, { fields, by: 'agent', now: later })
  assert.deepEqual(changed, ['firstName', 'customFields.city', 'customFields.pet'])
  assert.equal(person.email, 'ada@example.com')
  assert.deepEqual(person.customFields, { plan: 'plus', city: 'Paris', pet: 'cat' })
  assert.equal(person.updatedAt, later)
  assert.equal(person.createdAt, now)
})

test('an agent cannot remove all custom fields if one of them is locked', () => {
  const { changed } = changePerson(ada, { customFields: null }, { fields, by: 'agent', now: later })
  assert.deepEqual(changed, ['customFields.city'])
})

test('an operator can change locked fields too', () => {
  const change = { email: null, customFields: { plan: null } }
  const { person, changed } = changePerson(ada, change, { fields, by: 'operator', now: later })
  assert.deepEqual(changed, ['email', 'customFields.plan'])
  assert.equal('email' in person, false)
})

test('an equal value is no change, including equal times', () => {
  const at = new Date('2030-03-01T10:00:00Z')
  const booked = changePerson(ada, { scheduledCallAt: at }, { fields, by: 'operator', now: later }).person
  const again = changePerson(
    booked,
    { scheduledCallAt: new Date(at), tags: [] },
    { fields, by: 'operator', now: later },
  )
  assert.deepEqual(again, { person: booked, changed: [] })
  const moved = changePerson(booked, { scheduledCallAt: later }, { fields, by: 'operator', now: later })
  assert.deepEqual(moved.changed, ['scheduledCallAt'])
})

test('a person is found by the words of their name and company, by email address, and by number', () => {
  const words = searchWordsOf({
    fullName: 'Jörg O’Neil',
    firstName: 'Jörg',
    company: 'Bücher & Söhne',
    email: 'J.Oneil@Books.example',
    phone: '+4930901820',
  })
  assert.deepEqual(words, [
    'jorg',
    'o',
    'neil',
    'bucher',
    'sohne',
    'j.oneil@books.example',
    'books.example',
    'oneil',
    '4930901820',
    '30901820',
    '1820',
  ])
})

test('a search key fits into the index, whatever the value', () => {
  const long = '🪁'.repeat(4000)
  const terms = searchKeysOf({ tags: [long], channels: ['rcs'], importBatchIds: [], customFields: { plan: long } })
  for (const term of terms) assert.ok(Buffer.byteLength(term) < 2000, `${Buffer.byteLength(term)} bytes`)
})
