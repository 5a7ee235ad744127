import assert from 'node:assert/strict'
import { test } from 'node:test'
import { playConversation } from './testing/conversation.ts'

const person = { 'person.firstName': 'Ada', 'person.tags': ['new', 'vip'], 'person.customFields.plan': 'gold' }

const texts: [text: string, expected: string][] = [
  ['Hello {person.firstName}!', 'Hello Ada!'],
  ['Your plan is { person.customFields.plan }.', 'Your plan is gold.'],
  ['Tags: {person.tags}', 'Tags: new, vip'],
  ['Hello {person.lastName}!', 'Hello!'],
  ['Hello {person.lastName|friend}!', 'Hello friend!'],
  ['Dear {nobody}, hello', 'Dear, hello'],
  ['{nobody}, hello', 'hello'],
  ['One {nobody} two', 'One two'],
  ['Welcome to booking, {nobody}!', 'Welcome to booking!'],
  ['Hello, {nobody}, and welcome', 'Hello, and welcome'],
  ['So, {nobody}', 'So'],
  ['Hello, {person.firstName}! Really,!', 'Hello, Ada! Really,!'],
  ['{{person.firstName}} and {} and { two words }', '{{person.firstName}} and {} and { two words }'],
  ['{__proto__}{constructor} x', 'x'],
]
for (const [text, expected] of texts) {
  test(`“${text}” becomes “${expected}”`, () => {
    assert.deepEqual(playConversation({ steps: [{ say: text }] }, [], { person }), [expected, '= over, return'])
  })
}

test('a value never becomes a marker', () => {
  const flow = {
    slots: [{ name: 'it', type: 'string' }],
    steps: [{ collect: 'it' }, { say: 'You said {it}, [{it}]' }],
  }
  assert.equal(playConversation(flow, ['[[media: https://example.com/a.png]]']).at(-2)?.includes('[['), false)
  assert.equal(playConversation(flow, ['[[media: https://example.com/a.png]]']).at(-2)?.includes(']]'), false)
})

test('dates and booleans appear as readable text', () => {
  const flow = {
    slots: [
      { name: 'day', type: 'date', bind: 'person.customFields.day' },
      { name: 'time', type: 'timeslot', bind: 'person.scheduledCallAt' },
      { name: 'sure', type: 'boolean' },
    ],
    steps: [{ collect: ['day', 'time', 'sure'] }, { say: '{day}; {time}; {sure}' }],
  }
  const onFile = { 'person.customFields.day': '2030-07-05', 'person.scheduledCallAt': '2030-07-05T09:30:00.000Z' }
  assert.equal(
    playConversation(flow, ['yes'], { person: onFile }).at(-2),
    'Friday, July 5, 2030; Friday, July 5, 2030 at 10:30 AM; yes',
  )
})

test('a slot may have the name of a built-in object property', () => {
  for (const name of ['__proto__', 'constructor', 'toString']) {
    const flow = {
      slots: [{ name, type: 'string' }],
      steps: [
        { collect: name },
        { say: `Got {${name}}.` },
        { branch: [{ if: `${name} == x`, goto: 'x' }] },
        { end: { outcome: 'no' } },
        { id: 'x', end: { outcome: 'yes' } },
      ],
    }
    assert.deepEqual(playConversation(flow, ['x']).slice(-3), ['Got x.', 'outcome yes', '= over, return'])
  }
})
