import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { moveWithinCollection } from './collections/Sortable.tsx'
import { createId } from './sections/item-editing.ts'
import type { AgentThing } from './sections/knowledge-section.ts'
import { addToCollection, removeThingsFromCollection, setField } from './things/bulk-edits.ts'
import { filterThings, findCommonMetadata } from './things/filter-things.ts'
import { toThing, toThingForm } from './things/thing-form.ts'

const boat: AgentThing = {
  id: 'boat',
  name: 'Boat',
  description: 'Sails',
  media: 'media_1',
  actions: [
    { label: 'Buy', kind: 'url', url: 'https://example.com' },
    { label: 'Call', kind: 'dial', phone: '+12025550143' },
    { label: 'Ask', kind: 'reply' },
    { label: 'Map', kind: 'viewLocation' },
  ],
  location: { address: 'Pier 4', latitude: 0, longitude: -1.5 },
  collections: ['sail'],
  metadata: { price: '12' },
}

test('a Thing is unchanged after reading it into the form and sending it', () => {
  assert.deepEqual(toThing(toThingForm(boat), boat), boat)
  const bare = { id: 'a', name: 'A' }
  assert.deepEqual(toThing(toThingForm(bare), bare), { ...bare, collections: [] })
})

test('the form removes a cleared location and omits one that never existed', () => {
  const form = { ...toThingForm(boat), location: toThingForm(undefined).location }
  assert.equal(toThing(form, boat).location, null)
  assert.equal('location' in toThing(form, undefined), false)
})

test('a search matches all its words anywhere, and filters by a collection or by none', () => {
  const things = [boat, { id: 'oar', name: 'Oar' }]
  assert.deepEqual(filterThings(things, { q: 'sails BOAT 12' }), [boat])
  assert.deepEqual(filterThings(things, { collection: 'sail' }), [boat])
  assert.deepEqual(filterThings(things, { collection: '-' }), [things[1]])
  assert.deepEqual(findCommonMetadata(things, 2), ['price'])
})

test('a bulk edit changes the selected Things, and an empty value clears the field', () => {
  const things = [boat, { id: 'oar', name: 'Oar' }]
  const ids = new Set(['boat'])
  assert.deepEqual(setField(ids, 'metadata.price', '')(things)[0]?.metadata, undefined)
  assert.deepEqual(setField(ids, 'metadata.size', 'L')(things)[0]?.metadata, { price: '12', size: 'L' })
  assert.equal('description' in (setField(ids, 'description', '')(things)[0] ?? {}), false)
  assert.deepEqual(addToCollection(ids, 'sail')(things)[0]?.collections, ['sail'])
  assert.deepEqual(removeThingsFromCollection(ids, 'sail')(things)[0]?.collections, [])
  assert.equal(addToCollection(ids, 'x')(things)[1], things[1])
})

test('moving a Thing within a collection keeps every Thing and the order of the others', () => {
  const some = fc.uniqueArray(fc.record({ id: fc.string(), inside: fc.boolean() }), { selector: ({ id }) => id })
  fc.assert(
    fc.property(some, fc.nat(20), fc.nat(20), (made, nth, to) => {
      const things = made.map(({ id, inside }) => ({ id, name: id, collections: inside ? ['c'] : [] }))
      const members = things.filter(({ collections }) => collections.length > 0)
      const id = members[nth % Math.max(1, members.length)]?.id ?? ''
      const after = moveWithinCollection(things, 'c', id, to)
      assert.deepEqual(new Set(after), new Set(things))
      for (const [at, thing] of things.entries()) if (thing.collections.length === 0) assert.equal(after[at], thing)
      const place = after.filter(({ collections }) => collections?.length).findIndex((thing) => thing.id === id)
      if (members.length > 0) assert.equal(place, Math.min(to, members.length - 1))
    }),
  )
})

test('a new id derives from the name and is unique', () => {
  assert.equal(createId('Grüner Kahn!', new Set()), 'gruner-kahn')
  assert.equal(createId('Boat', new Set(['boat', 'boat-2'])), 'boat-3')
  assert.equal(createId('舟', new Set()), 'item')
})
