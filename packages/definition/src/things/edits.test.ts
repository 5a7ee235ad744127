import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyChange } from '../change.ts'
import { testEnvironment } from '../testing/environment.ts'
import { catchRejection, listRejectedFields } from '../testing/rejection.ts'
import { changeItem, shop } from '../testing/shop.ts'
import {
  applyThings,
  type GeocodedAddress,
  type GeocodedPlaces,
  listAddressesToGeocode,
  putCollections,
} from './edits.ts'

import { read } from './testing/read.ts'
import { type ThingInput, ThingsBody } from './thing.ts'

const pier = { address: 'Pier 4' }
const found = { address: 'Pier 4, Harbour Road', latitude: 53.5, longitude: 10 }
const places: GeocodedPlaces = new Map<string, GeocodedAddress | 'nowhere' | 'unavailable'>([
  ['Pier 4', found],
  ['Nowhere 1', 'nowhere'],
  ['Later 2', 'unavailable'],
])

function things(...sent: object[]): ThingInput[] {
  const { value, errors } = read(
    ThingsBody,
    sent.map((thing, at) => ({ id: `t${at}`, name: `T${at}`, ...thing })),
  )
  return value ?? assert.fail(errors.join())
}

test('a geocoded address gets its coordinates and its formatted form', () => {
  const [thing] = applyThings(things({ location: { ...pier, label: 'Here' } }), [], places, 'things')
  assert.deepEqual(thing?.location, { ...found, label: 'Here' })
})

test('an address stays without coordinates if geocoding is unavailable', () => {
  const sent = things({ location: { address: 'Later 2' } }, { location: { address: 'Never asked 3' } })
  const stored = applyThings(sent, [], places, 'things')
  assert.deepEqual(
    stored.map(({ location }) => location),
    [{ address: 'Later 2' }, { address: 'Never asked 3' }],
  )
})

test('every fault of a list is reported under its path', () => {
  const map = { label: 'Map', kind: 'viewLocation' }
  const sent = things({}, { location: { address: 'Nowhere 1' } }, { actions: [map] })
  const refusal = catchRejection(() => applyThings(sent, [], places, 'capabilities.knowledge.things'))
  assert.equal(refusal.code, 'request.invalid')
  assert.deepEqual(listRejectedFields(refusal).sort(), [
    'capabilities.knowledge.things[1].location.address',
    'capabilities.knowledge.things[2].actions[0].kind',
  ])
})

test('only addresses without coordinates are geocoded', () => {
  const stored = [{ id: 't0', name: 'T0', location: { ...pier, latitude: 1, longitude: 2 } }]
  const sent = things(
    { location: pier },
    { location: pier },
    { location: { latitude: 1, longitude: 2 } },
    {},
    { location: null },
    { location: { address: '53.5, 10' } },
  )
  assert.deepEqual(listAddressesToGeocode(sent, stored), ['Pier 4'])
})

const summer = changeItem(shop, 'things', { id: 'box', collections: ['summer', 'winter'] })
const both = { ...summer, collections: [...shop.collections, { id: 'winter', name: 'Winter' }] }
const winter = both.collections.slice(1)

test('a list that omits a collection with Things is refused', () => {
  const refusal = catchRejection(() => putCollections(both, winter, false))
  assert.equal(refusal.code, 'request.invalid')
  assert.deepEqual(listRejectedFields(refusal), ['things[0].collections[0]'])
  assert.match(refusal.details.errors?.[0]?.message ?? '', /“Kite box”.*summer.*force=true/)
})

test('with force the Things leave that collection and no other', () => {
  const { definition, changed } = applyChange(both, (before) => putCollections(before, winter, true), testEnvironment)
  assert.deepEqual(changed, ['things', 'collections'])
  assert.deepEqual(definition.things[0]?.collections, ['winter'])
  assert.equal(definition.things[1], both.things[1])
})

test('force does not delete a collection that a template names', () => {
  const named = changeItem(both, 'messageTemplates', { id: 'letter', body: 'See\n\n[[collection: summer]]' })
  const refusal = catchRejection(() =>
    applyChange(named, (before) => putCollections(before, winter, true), testEnvironment),
  )
  assert.equal(refusal.code, 'agent.integrity_conflict')
  assert.deepEqual(listRejectedFields(refusal), ['messageTemplates[1].body template.collection.unknown'])
})

test('an empty collection can be deleted with or without force', () => {
  for (const force of [false, true]) {
    assert.deepEqual(applyChange(shop, (before) => putCollections(before, [], force), testEnvironment).changed, [
      'collections',
    ])
  }
})

test('a Thing without a collection blocks no list', () => {
  assert.deepEqual(putCollections(summer, shop.collections, false).things, summer.things)
})
