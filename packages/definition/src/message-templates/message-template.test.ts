import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MessageTemplate } from './message-template.ts'

const least = { id: 'welcome', name: 'Welcome', body: 'Hi {person.firstName|there}' }

const cases: [title: string, change: object][] = [
  ['the least', {}],
  ['everything', { description: 'First words', defaultOnMissingSlot: 'block-send' }],
  ['the longest', { name: 'n'.repeat(200), description: 'd'.repeat(1000), body: '👩'.repeat(20_000) }],
]
for (const [title, change] of cases) {
  test(`a message template with ${title} is accepted`, () => {
    const template = { ...least, ...change }
    assert.deepEqual(MessageTemplate.parse(template), template)
  })
}

const refused: [title: string, change: object][] = [
  ['an id that is not a slug', { id: 'Not a slug' }],
  ['no name', { name: '' }],
  ['a name of 201 characters', { name: 'n'.repeat(201) }],
  ['a description of 1001 characters', { description: 'd'.repeat(1001) }],
  ['no body', { body: undefined }],
  ['an empty body', { body: ' \n' }],
  ['a body of 20,001 characters', { body: 'b'.repeat(20_001) }],
  ['a policy that is not known', { defaultOnMissingSlot: 'omit-word' }],
  ['a field that is not known', { text: 'Hi' }],
]
for (const [title, change] of refused) {
  test(`a message template with ${title} is refused`, () => {
    assert.equal(MessageTemplate.safeParse({ ...least, ...change }).success, false)
  })
}
