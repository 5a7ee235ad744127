import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { findSlots } from './slots.ts'

const bodies: [body: string, ...slots: [path: string, fallback?: string][]][] = [
  ['Hi {person.firstName}!', ['person.firstName']],
  ['{person.firstName|there}', ['person.firstName', 'there']],
  ['{person.firstName|}', ['person.firstName', '']],
  ['{person.firstName|dear friend, hello: a|b}', ['person.firstName', 'dear friend, hello: a|b']],
  ['{person.firstName| there}', ['person.firstName', ' there']],
  ['{ person.firstName | there }', ['person.firstName', 'there']],
  ['{person.lastName|block-send}', ['person.lastName', 'block-send']],
  ['{person.customFields.model year (2)}', ['person.customFields.model year (2)']],
  ['{person.customFields.größe|M}', ['person.customFields.größe', 'M']],
  ['{person.consent.status} {agent.websiteUrl}', ['person.consent.status'], ['agent.websiteUrl']],
  ['{{person.firstName}}', ['person.firstName']],
  ['[[chips: {person.firstName|A]]B} | C]]', ['person.firstName', 'A]]B']],
  ['{foo} { } {} {a} {person} {person.} {agent.} {user.name} {person.first name} {Person.firstName}'],
  ['a { color: red; } {"person.firstName": 1} {person.customFields} {person.customFields.} {person.customFields.a.b}'],
  ['\\{person.firstName} {person.firstName {person.firstName|{there} person.firstName}'],
  ['{person.firstName|one\ntwo}'],
]
for (const [body, ...slots] of bodies) {
  test(`${JSON.stringify(body)} has ${slots.length} slots`, () => {
    const found = findSlots(body)
    assert.deepEqual(
      found.map(({ path, fallback }) => (fallback === undefined ? [path] : [path, fallback])),
      slots,
    )
    for (const { start, end } of found) assert.match(body.slice(start, end), /^\{[^{}]*\}$/)
  })
}

test('the slots of any text are found in order and without overlap', () => {
  const signs = [
    '{',
    '}',
    '|',
    '.',
    '\\',
    'person',
    'agent',
    '.firstName',
    '{person.firstName',
    'customFields.',
    ' ',
    '\n',
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...signs), { maxLength: 40 }), (parts) => {
      let last = 0
      for (const { start, end } of findSlots(parts.join(''))) {
        assert.ok(start >= last && end > start)
        last = end
      }
    }),
  )
})

test('long texts of braces are scanned once', () => {
  for (const part of ['{', '{person.', '\\{', '{person.firstName|', '{}']) {
    assert.deepEqual(findSlots(part.repeat(200_000)), [])
  }
})
