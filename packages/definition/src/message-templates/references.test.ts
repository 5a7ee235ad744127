import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listTemplateReferences } from './references.ts'

const bodies: [body: string, ...references: string[]][] = [
  ['Hi {person.firstName|there}'],
  ['[[template: bye]] [[things: a, b]] [[collection: c]]', 'template bye', 'thing a', 'thing b', 'collection c'],
  ['[[media: image:logo | Logo]] [[card: A\nimage = image:x\n]]', 'image logo', 'image x'],
  [
    '[[template: bye]] [[template: bye]] {person.customFields.car} {person.customFields.car|car}',
    'template bye',
    'peopleField car',
  ],
  ['[[card: {person.customFields.car|Car | new}\nimage = image:x\n]]', 'image x', 'peopleField car'],
  ['[[carousel\n[[card: A\nimage = image:x\n]]\n]]', 'image x'],
  ['[[template: {person.customFields.next|bye}]]', 'peopleField next'],
  ['\\[[template: bye]] \\{person.customFields.car} [[template: open'],
]
for (const [body, ...references] of bodies) {
  test(`${JSON.stringify(body)} names ${references.join(', ') || 'nothing'}`, () => {
    assert.deepEqual(
      listTemplateReferences(body).map(({ kind, id }) => `${kind} ${id}`),
      references,
    )
  })
}
