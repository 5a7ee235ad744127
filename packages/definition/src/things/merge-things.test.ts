import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { applyGeocoding, type GeocodedAddress, mergeThings, serializeThing } from './edits.ts'
import { read } from './testing/read.ts'
import { type AgentThing, ThingsBody } from './thing.ts'

const boat = { id: 'boat', name: 'Boat' }
const pier = { address: 'Pier 4', latitude: 37.7955, longitude: -122.3937 }

/** Merges the body of one Thing with the stored one. */
function settle(sent: object, stored: Partial<AgentThing> | undefined) {
  const body = read(ThingsBody, [{ ...boat, ...sent }]).value
  assert.ok(body)
  return mergeThings(body, stored ? [{ ...boat, ...stored }] : [])
}

type Case = [title: string, stored: Partial<AgentThing> | undefined, sent: object, expected: object]

const collections: Case[] = [
  ['sent with neither belongs to no collection', { collections: ['one', 'two'] }, {}, {}],
  ['sent with collections belongs to those alone', { collections: ['one'] }, { collections: ['two'] }, { collections: ['two'] }],
  ['sent with an empty set has an empty set', { collections: ['one'] }, { collections: [] }, { collections: [] }],
  ['sent with both goes by collections', undefined, { collections: ['two'], collection: 'one' }, { collections: ['two'] }],
  ['sent with an empty set and a collection belongs to none', { collections: ['one'] }, { collections: [], collection: 'one' }, { collections: [] }],
  ['named twice in a collection is in it once, in order', undefined, { collections: ['b', 'a', 'b'] }, { collections: ['b', 'a'] }],
  ['sent with the collection that GET returned keeps the others', { collections: ['one', 'two'] }, { collection: 'one' }, { collections: ['one', 'two'] }],
  ['sent with another of its collections moves there alone', { collections: ['one', 'two'] }, { collection: 'two' }, { collections: ['two'] }],
  ['sent with a foreign collection moves there alone', { collections: ['one', 'two'] }, { collection: 'three' }, { collections: ['three'] }],
  ['of an empty set sent with a collection moves there', { collections: [] }, { collection: 'one' }, { collections: ['one'] }],
  ['that is new is put where the old field says', undefined, { collection: 'one' }, { collections: ['one'] }],
] // biome-ignore format: one line per case

const locations: Case[] = [
  ['sent without a location keeps the stored one', { location: pier }, {}, { location: pier }],
  ['sent with null loses its location', { location: pier }, { location: null }, {}],
  ['that is new may be sent with null', undefined, { location: null }, {}],
  ['sent with coordinates moves there', { location: pier }, { location: { latitude: 1, longitude: 2 } }, { location: { latitude: 1, longitude: 2 } }],
  ['sent with its stored address keeps the coordinates', { location: pier }, { location: { address: 'Pier 4', label: 'Here' } }, { location: { ...pier, label: 'Here' } }],
  ['sent with another address loses the coordinates', { location: pier }, { location: { address: 'Pier 5' } }, { location: { address: 'Pier 5' } }],
  ['is not given the coordinates of another id', { id: 'oar', location: pier }, { location: { address: 'Pier 4' } }, { location: { address: 'Pier 4' } }],
  ['that shows its location may rely on the stored one', { location: pier }, { actions: [{ label: 'Map', kind: 'viewLocation' }] }, { actions: [{ label: 'Map', kind: 'viewLocation' }], location: pier }],
] // biome-ignore format: one line per case

for (const [title, stored, sent, expected] of [...collections, ...locations]) {
  test(`a Thing ${title}`, () => {
    const { things, errors } = settle(sent, stored)
    assert.deepEqual(things, [{ ...boat, ...expected }])
    assert.deepEqual(errors, [])
  })
}

test('a Thing can lose any other field', () => {
  assert.deepEqual(settle({}, { description: 'Fast.', metadata: { sku: '1' }, actions: [] }).things, [boat])
})

test('an action that shows the location requires one', () => {
  const map = { label: 'Map', kind: 'viewLocation' }
  const actions = [{ label: 'Ask', kind: 'reply' }, map]
  const errors = [{ field: '[0].actions[1].kind', message: 'needs the Thing to have a location' }]
  assert.deepEqual(settle({ actions }, undefined).errors, errors)
  assert.deepEqual(settle({ actions, location: null }, { location: pier }).errors, errors)
  assert.deepEqual(settle({ actions, location: { address: 'Pier 4' } }, undefined).errors, [])
})

const looked: [title: string, sent: object, stored: Partial<AgentThing> | undefined, addresses: string[]][] = [
  ['a plain address is looked up', { location: { address: 'Pier 4' } }, undefined, ['Pier 4']],
  ['the name in a link without coordinates is looked up', { location: { address: 'https://maps.google.com/?q=Pier+4' } }, undefined, ['Pier 4']],
  ['a stored address that never got coordinates is looked up again', { location: { address: 'Pier 4' } }, { location: { address: 'Pier 4' } }, ['Pier 4']],
  ['a location that was not sent is not looked up', {}, { location: { address: 'Pier 4' } }, []],
  ['an address with coordinates is not looked up', { location: pier }, undefined, []],
  ['an address whose coordinates are stored is not looked up', { location: { address: 'Pier 4' } }, { location: pier }, []],
  ['a pair is not looked up', { location: { address: '1.5, 2.5' } }, undefined, []],
  ['a short link is not looked up', { location: { address: 'https://maps.app.goo.gl/abc' } }, undefined, []],
] // biome-ignore format: one line per case
for (const [title, sent, stored, addresses] of looked) {
  test(title, () =>
    assert.deepEqual(
      settle(sent, stored).toGeocode,
      addresses.map((address) => ({ index: 0, address })),
    ),
  )
}

test('geocoding results go to their Things, and addresses without a result are named', () => {
  const at = (id: string) => ({ ...boat, id, location: { address: id, label: 'L' } })
  const found = { address: 'Pier 4, The Harbour', latitude: 1, longitude: 2 }
  const { things, errors } = applyGeocoding(
    [at('found'), at('nowhere'), at('unavailable'), boat, at('unasked')],
    new Map<number, GeocodedAddress | 'nowhere' | 'unavailable'>([[0, found], [1, 'nowhere'], [2, 'unavailable']]), // biome-ignore format: one map
  )
  assert.deepEqual(things, [
    { ...boat, id: 'found', location: { ...found, label: 'L' } },
    at('nowhere'),
    at('unavailable'),
    boat,
    at('unasked'),
  ])
  assert.deepEqual(errors, [{ field: '[1].location.address', message: 'does not match any place' }])
})

const formatted: [answered: string, expected: string][] = [
  ['  Pier 4,\n The Harbour ', 'Pier 4, The Harbour'],
  ['', 'pier four'],
  ['\u0000', 'pier four'],
  ['1.5, 2.5', 'pier four'],
  ['https://maps.app.goo.gl/abc', 'pier four'],
  ['\ud800', '�'],
  ['🎈'.repeat(501), '🎈'.repeat(500)],
]
for (const [answered, expected] of formatted) {
  test(`the formatted address ${JSON.stringify(answered.slice(0, 30))} is stored in a form that can be sent back`, () => {
    const things = [{ ...boat, location: { address: 'pier four' } }]
    const { things: located } = applyGeocoding(things, new Map([[0, { address: answered, latitude: 1, longitude: 2 }]]))
    assert.deepEqual(located, [{ ...boat, location: { address: expected, latitude: 1, longitude: 2 } }])
  })
}

test('the deprecated collection field is the first of the collections', () => {
  assert.deepEqual(serializeThing({ ...boat, collections: ['b', 'a'] }), {
    ...boat,
    collections: ['b', 'a'],
    collection: 'b',
  })
  assert.deepEqual(serializeThing({ ...boat, collections: [] }), { ...boat, collections: [] })
  assert.deepEqual(serializeThing(boat), boat)
})

const words = fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }).filter((text) => text.trim() !== '')
// The schema refuses `__proto__` as a key.
const keyWords = words.filter((text) => text !== '__proto__')
const coordinates = {
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
}
const address = fc.oneof(
  words,
  fc.constantFrom('1.5, 2.5', 'https://maps.app.goo.gl/abc', 'https://maps.google.com/?q=Pier+4', 'geo:1,2?q=Pier+4'),
)
const sentThing = fc.record(
  {
    name: words,
    description: fc.string(),
    media: fc.stringMatching(/^(image:){0,2}[a-z]{1,10}$/),
    actions: fc.array(
      fc.oneof(
        fc.record({ label: fc.constant('Call'), kind: fc.constant('dial'), phone: fc.constant('202 555 0143') }),
        fc.record({ label: fc.constant('Ask'), kind: fc.constant('reply'), url: fc.anything() }),
      ),
      { maxLength: 4 },
    ),
    location: fc.oneof(
      fc.constant(null),
      fc.record({ address }),
      fc.record({ ...coordinates, address }),
      fc.record(coordinates),
    ),
    collections: fc.array(words, { maxLength: 20 }),
    collection: words,
    metadata: fc.dictionary(keyWords, fc.string(), { maxKeys: 5 }).map((found) => ({ ...found })),
  },
  { requiredKeys: ['name'] },
)

test('sending back the answer of a GET changes nothing', () => {
  fc.assert(
    fc.property(fc.array(sentThing, { maxLength: 5 }), fc.boolean(), (things, found) => {
      const stored = settled(
        things.map((thing, index) => ({ ...thing, id: `t${index}` })),
        [],
        found,
      )
      assert.deepEqual(settled(stored.map(serializeThing), stored, found), stored)
    }),
  )
})

/** One write from body to store, with a geocoder that finds every address or one that fails. */
function settled(body: object[], stored: AgentThing[], found: boolean): AgentThing[] {
  const { value, errors } = read(ThingsBody, body)
  assert.deepEqual(errors, [])
  const { things, toGeocode } = mergeThings(value ?? [], stored)
  const places = toGeocode.map(
    ({ index, address }) =>
      [index, found ? { address: `${address}, Earth`, latitude: 1, longitude: 2 } : 'unavailable'] as const,
  )
  return JSON.parse(JSON.stringify(applyGeocoding(things, new Map(places)).things))
}
