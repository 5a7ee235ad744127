import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDefinition } from '../definition.ts'
import { allReferenceCases } from '../testing/reference-cases.ts'
import { changeItem, shop } from '../testing/shop.ts'
import { listReferences } from './graph.ts'
import { hasTarget, referenceTargetKinds } from './reference.ts'

for (const { title, to, user, field, code, unknown, names } of allReferenceCases) {
  test(`${title} refers to a ${to} at its path in the export`, () => {
    const found = listReferences(names(shop, 'it')).filter(({ id }) => id === 'it')
    assert.deepEqual(
      found.map((one) => ({ to: one.to, user: one.user, field: one.field, code: one.code, mustExist: one.mustExist })),
      [{ to, user, field, code, mustExist: unknown !== undefined }],
    )
  })
}

test('a new agent refers only to capabilities', () => {
  assert.deepEqual([...new Set(listReferences(createDefinition('Shop')).map(({ to }) => to))], ['capability'])
})

test('a media item is referred to by a Thing and by the markers of every text', () => {
  let definition = changeItem(shop, 'things', { id: 'box', media: 'kite' })
  definition = changeItem(definition, 'messageTemplates', { id: 'letter', body: '[[media: image:kite]]' })
  definition = changeItem(definition, 'playbooks', { id: 'desk', body: 'Show [[media: image:kite]].' })
  definition = changeItem(definition, 'facts', { id: 'terms', answer: '[[media: image:kite]]' })
  const found = listReferences(definition).filter(({ to }) => to === 'media')
  assert.deepEqual(
    found.map(({ id, field, code }) => [id, field, code]),
    [
      ['kite', 'playbooks[1].body', 'playbook.media.unknown'],
      ['kite', 'messageTemplates[1].body', 'template.media.unknown'],
      ['kite', 'capabilities.knowledge.things[0].media', 'thing.media.unknown'],
      ['kite', 'capabilities.knowledge.facts[0].answer', 'fact.media.unknown'],
    ],
  )
})

test('one reference has the same key in another version, whatever its position there', () => {
  const naming = changeItem(shop, 'facts', { id: 'terms', answer: '[[template: note]]' })
  const [fact] = naming.facts
  assert.ok(fact)
  const moved = { ...naming, facts: [{ id: 'first', question: 'First?', answer: 'Yes.' }, { ...fact }] }
  const key = (definition: typeof shop) => listReferences(definition).find(({ id }) => id === 'note')?.key
  assert.ok(key(naming))
  assert.equal(key(moved), key(naming))
  const other = { ...naming, facts: [{ ...fact, id: 'other' }] }
  assert.notEqual(key(other), key(naming))
})

test('a definition contains the items of its sections; media and tools are outside of it', () => {
  const here: Partial<Record<(typeof referenceTargetKinds)[number], string>> = {
    template: 'note',
    playbook: 'talk',
    goal: 'booked',
    integration: 'orders',
    capability: 'knowledge',
    peopleField: 'petName',
    thing: 'red kite',
    collection: 'summer',
    outreach: 'spring',
    location: 'pier',
    representative: 'anna',
  }
  for (const to of referenceTargetKinds) {
    const id = here[to]
    assert.equal(id === undefined ? undefined : hasTarget(shop, to, id), id === undefined ? undefined : true, to)
    assert.equal(hasTarget(shop, to, 'ghost'), id === undefined ? undefined : false, to)
  }
})
