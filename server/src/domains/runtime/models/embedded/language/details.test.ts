import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ContactDetails, extractContactDetails } from '../read-reply.ts'

const cases: [text: string, details: ContactDetails][] = [
  ['my email is ada@example.com', { email: 'ada@example.com' }],
  ['ada@example.com', { email: 'ada@example.com' }],
  [
    "I'm Ada Marsh, call me at +44 20 7946 0018",
    { phone: '+442079460018', firstName: 'Ada', lastName: 'Marsh', fullName: 'Ada Marsh' },
  ],
  ['my number is (555) 123-4567', { phone: '5551234567' }],
  ['My name is ada', { firstName: 'ada' }],
  [
    'My name is Ada Marsh and my mail is ada@example.com.',
    { email: 'ada@example.com', firstName: 'Ada', lastName: 'Marsh', fullName: 'Ada Marsh' },
  ],
  ["I'm Zoë, zoe@example.com", { email: 'zoe@example.com', firstName: 'Zoë' }],
  ["I'm Interested", {}],
  ['I am looking for a rope', {}],
  ['is info@example.com your email?', {}],
  ['what about order 123456789', {}],
  ['my appointment is on 2026-02-03', {}],
  ['5551234567', {}],
  [`${'a'.repeat(65)}@example.com`, {}],
  [`my email is ${'a'.repeat(64)}@example.com.`, { email: `${'a'.repeat(64)}@example.com` }],
  [`ada@example.${'c'.repeat(30)}`, {}],
  ['I have 2 dogs', {}],
]
for (const [text, details] of cases) {
  test(`“${text}” contains ${JSON.stringify(details)}`, () =>
    assert.deepEqual(extractContactDetails(text, false), details))
}

test('a bare number counts as a phone number if the agent has just asked for it', () => {
  assert.deepEqual(extractContactDetails('555 123 4567', true), { phone: '5551234567' })
})
