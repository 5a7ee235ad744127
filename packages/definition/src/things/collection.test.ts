import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CollectionsBody } from './collection.ts'
import { read } from './testing/read.ts'

const sail = { id: 'sail', name: 'Sailing boats' }

const cases: [title: string, sent: object][] = [
  ['no more than an id and a name', {}],
  ['an id and a name of 200', { id: 'ü'.repeat(200), name: '🎈'.repeat(200) }],
  ['a purpose of 500', { purpose: 'x'.repeat(500) }],
  ['an empty presentation', { presentation: {} }],
  ['all three fields', { presentation: { fields: ['description', 'picture', 'name'] } }],
  ['no actions shown', { presentation: { actions: [] } }],
  ['four labels of 25', { presentation: { actions: ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(25)) } }],
]
for (const [title, sent] of cases) {
  test(`a collection may have ${title}`, () =>
    assert.deepEqual(read(CollectionsBody, [{ ...sail, ...sent }]), { value: [{ ...sail, ...sent }], errors: [] }))
}

const refused: [title: string, sent: object, error: string][] = [
  ['no id', { id: undefined }, 'id is required'],
  ['a blank id', { id: ' ' }, 'id must not be empty'],
  ['an id of 201', { id: 'x'.repeat(201) }, 'id must have at most 200 characters'],
  ['no name', { name: undefined }, 'name is required'],
  ['an empty name', { name: '' }, 'name must not be empty'],
  ['a name of 201', { name: 'x'.repeat(201) }, 'name must have at most 200 characters'],
  ['a purpose of 501', { purpose: 'x'.repeat(501) }, 'purpose must have at most 500 characters'],
  ['a null purpose', { purpose: null }, 'purpose must be a string'],
  ['an unknown field', { colour: 'red' }, 'colour is not a known field'],
  ['a text for its presentation', { presentation: 'big' }, 'presentation must be an object'],
  ['an unknown way to present', { presentation: { size: 1 } }, 'presentation.size is not a known field'],
  ['an unknown word', { presentation: { fields: ['price'] } }, 'presentation.fields[0] must be one of picture, name, description'],
  ['no field shown', { presentation: { fields: [] } }, 'presentation.fields must have at least 1 entry'],
  ['a field twice', { presentation: { fields: ['name', 'name'] } }, 'presentation.fields must not list a field twice'],
  ['five labels', { presentation: { actions: ['a', 'b', 'c', 'd', 'e'] } }, 'presentation.actions must have at most 4 entries'],
  ['a label of 26', { presentation: { actions: ['x'.repeat(26)] } }, 'presentation.actions[0] must have at most 25 characters'],
  ['an empty label', { presentation: { actions: ['a', ''] } }, 'presentation.actions[1] must not be empty'],
  ['a label twice', { presentation: { actions: ['a', 'a'] } }, 'presentation.actions must not list an action twice'],
] // biome-ignore format: one line per case
for (const [title, sent, error] of refused) {
  test(`a collection with ${title} is refused at its index in the list`, () =>
    assert.deepEqual(read(CollectionsBody, [sail, { ...sail, id: 'second', ...sent }]).errors, [`[1].${error}`]))
}

test('ids are unique', () => {
  assert.deepEqual(read(CollectionsBody, [sail, sail]).errors, ['[1].id is used twice'])
})

test('an agent has at most 1000 collections', () => {
  const collections = (count: number) => Array.from({ length: count }, (_, index) => ({ ...sail, id: `c${index}` }))
  assert.deepEqual(read(CollectionsBody, collections(1000)).errors, [])
  assert.deepEqual(read(CollectionsBody, collections(1001)).errors, ['body must have at most 1000 entries'])
})
