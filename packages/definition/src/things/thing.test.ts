import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read } from './testing/read.ts'
import { ThingResponse, ThingsBody } from './thing.ts'

const boat = { id: 'boat', name: 'Boat' }
const spot = { address: 'Pier 4', latitude: 37.7955, longitude: -122.3937 }
const url = (length: number) => `https://example.com/${'x'.repeat(length - 20)}`
const ids = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`)
const keys = (count: number) => Object.fromEntries(ids(count).map((id) => [id, 'x']))
const reply = { label: 'Ask', kind: 'reply' }

const cases: [title: string, sent: object, expected?: object][] = [
  ['an id of 200', { id: 'x'.repeat(200) }],
  ['an id of any words', { id: 'Größe 🎈/one, two' }],
  ['a name of 200 emoji', { name: '🎈'.repeat(200) }],
  ['a description of 4000', { description: 'x'.repeat(4000) }],
  ['an empty description', { description: '' }],
  ['a picture of 500', { imageUrl: url(500) }],
  ['a page of 500', { productPageUrl: url(500) }],
  ['a media id of 80', { media: 'x'.repeat(80) }],
  ['a media id as an image', { media: `image:${'x'.repeat(80)}` }, { media: 'x'.repeat(80) }],
  ['no actions', { actions: [] }],
  ['four actions', { actions: [reply, reply, reply, reply] }],
  ['no collections', { collections: [] }],
  ['20 collections of 200', { collections: ids(20).map((id) => id.padEnd(200, 'x')) }],
  ['20 collections, some twice', { collections: [...ids(20), 'c0', 'c1'] }],
  ['a collection by the old field', { collection: 'sail' }],
  ['an ignored collection that would be refused', { collections: ['sail'], collection: 5 }, { collections: ['sail'] }],
  ['50 metadata', { metadata: keys(50) }],
  ['metadata of 100 and 1000', { metadata: { ['ü'.repeat(100)]: 'x'.repeat(1000) } }],
  ['empty metadata', { metadata: {} }],
  ['a location', { location: { ...spot, label: 'The pier' } }],
  ['no location', { location: null }],
  ['only coordinates', { location: { latitude: 0, longitude: 0 } }],
  ['the northernmost place', { location: { latitude: 90, longitude: 180 } }],
  ['the southernmost place', { location: { latitude: -90, longitude: -180 } }],
  ['an address of 500 and a label of 200', { location: { address: 'x'.repeat(500), label: 'x'.repeat(200) } }],
  [
    'a pair for an address',
    { location: { address: '40.7484, -73.9857' } },
    { location: { latitude: 40.7484, longitude: -73.9857 } },
  ],
  [
    'a map link for an address',
    { location: { address: 'https://www.google.com/maps/place/Pier+4/@37.7955,-122.3937,17z', label: 'Here' } },
    { location: { ...spot, label: 'Here' } },
  ],
  [
    'coordinates beside a map link, which win',
    { location: { ...spot, address: 'https://www.google.com/maps/place/Pier+5/@1,2,17z' } },
    { location: { ...spot, address: 'Pier 5' } },
  ],
  ['a short link, kept as it is', { location: { address: 'https://maps.app.goo.gl/abc' } }],
]
for (const [title, sent, expected = sent] of cases) {
  test(`a Thing may have ${title}`, () =>
    assert.deepEqual(read(ThingsBody, [{ ...boat, ...sent }]), { value: [{ ...boat, ...expected }], errors: [] }))
}

const out = 'must be at'
const refused: [title: string, sent: object, errors: string[]][] = [
  ['no id', { id: undefined }, ['id is required']],
  ['an empty id', { id: '' }, ['id must not be empty']],
  ['a blank id', { id: ' ' }, ['id must not be empty']],
  ['an id of 201', { id: 'x'.repeat(201) }, ['id must have at most 200 characters']],
  ['a number for an id', { id: 5 }, ['id must be a string']],
  ['no name', { name: undefined }, ['name is required']],
  ['a name of 201', { name: 'x'.repeat(201) }, ['name must have at most 200 characters']],
  ['a description of 4001', { description: 'x'.repeat(4001) }, ['description must have at most 4000 characters']],
  ['a null description', { description: null }, ['description must be a string']],
  ['a picture of 501', { imageUrl: url(501) }, ['imageUrl must have at most 500 characters']],
  ['a picture that is not a URL', { imageUrl: 'boat.png' }, ['imageUrl must be an http or https URL']],
  ['a page of 501', { productPageUrl: url(501) }, ['productPageUrl must have at most 500 characters']],
  ['a page by ftp', { productPageUrl: 'ftp://example.com' }, ['productPageUrl must be an http or https URL']],
  ['a media id of 81', { media: 'x'.repeat(81) }, ['media must have at most 80 characters']],
  ['an image without an id', { media: 'image:' }, ['media must not be empty']],
  ['a number for media', { media: 5 }, ['media must be a string']],
  ['five actions', { actions: [reply, reply, reply, reply, reply] }, ['actions must have at most 4 entries']],
  ['two wrong actions', { actions: [{}, { ...reply, label: '' }] }, ['actions[0].label is required', 'actions[0].url is required', 'actions[1].label must not be empty']],
  ['a bad number to dial', { actions: [{ label: 'Call', kind: 'dial', phone: '12' }] }, ['actions[0].phone must be a telephone number, for example +12025550143']],
  ['21 collections', { collections: ids(21) }, ['collections must have at most 20 entries']],
  ['a collection id of 201', { collections: ['ok', 'x'.repeat(201)] }, ['collections[1] must have at most 200 characters']],
  ['a number for a collection', { collections: [5] }, ['collections[0] must be a string']],
  ['a text for collections', { collections: 'sail' }, ['collections must be a list']],
  ['an old collection id of 201', { collection: 'x'.repeat(201) }, ['collection must have at most 200 characters']],
  ['a null collection', { collection: null }, ['collection must be a string']],
  ['51 metadata', { metadata: keys(51) }, ['metadata must have at most 50 entries']],
  ['a metadata key of 101', { metadata: { ['x'.repeat(101)]: '' } }, ['metadata must have keys of 1 to 100 characters, none of them __proto__']],
  ['an empty metadata key', { metadata: { '': '' } }, ['metadata must have keys of 1 to 100 characters, none of them __proto__']],
  ['__proto__ in its metadata', { metadata: JSON.parse('{"__proto__":"x"}') }, ['metadata must have keys of 1 to 100 characters, none of them __proto__']],
  ['a metadata value of 1001', { metadata: { sku: 'x'.repeat(1001) } }, ['metadata.sku must have at most 1000 characters']],
  ['a number in its metadata', { metadata: { fine: 'x', n: 5 } }, ['metadata.n must be a string']],
  ['null in its metadata', { metadata: { n: null } }, ['metadata.n must be a string']],
  ['a list for metadata', { metadata: ['x'] }, ['metadata must be an object']],
  ['a place too far north', { location: { latitude: 90.001, longitude: 0 } }, [`location.latitude ${out} most 90`]],
  ['a place too far south', { location: { latitude: -90.001, longitude: 0 } }, [`location.latitude ${out} least -90`]],
  ['a place too far east', { location: { latitude: 0, longitude: 180.001 } }, [`location.longitude ${out} most 180`]],
  ['a place too far west', { location: { latitude: 0, longitude: -180.001 } }, [`location.longitude ${out} least -180`]],
  ['only a latitude', { location: { latitude: 1 } }, ['location.longitude is required: coordinates come in pairs']],
  ['only a longitude', { location: { address: 'x', longitude: 1 } }, ['location.latitude is required: coordinates come in pairs']],
  ['texts for coordinates', { location: { latitude: '1', longitude: 2 } }, ['location.latitude must be a number']],
  ['an empty location', { location: {} }, ['location needs an address or coordinates']],
  ['a label of 201', { location: { ...spot, label: 'x'.repeat(201) } }, ['location.label must have at most 200 characters']],
  ['an address of 501', { location: { ...spot, address: 'x'.repeat(501) } }, ['location.address must have at most 500 characters']],
  ['an empty address', { location: { address: '' } }, ['location.address must not be empty']],
  ['a pair out of range', { location: { address: '91, 0' } }, ['location.address contains coordinates that are out of range']],
  ['an unknown field in its location', { location: { ...spot, altitude: 5 } }, ['location.altitude is not a known field; did you mean `latitude`?']],
  ['an unknown field', { price: '5' }, ['price is not a known field']],
] // biome-ignore format: one line per case
for (const [title, sent, errors] of refused) {
  test(`a Thing with ${title} is refused at its index in the list`, () =>
    assert.deepEqual(
      read(ThingsBody, [boat, { ...boat, id: 'second', ...sent }]).errors,
      errors.map((error) => `[1].${error}`),
    ))
}

test('ids are unique', () => {
  assert.deepEqual(read(ThingsBody, [boat, { ...boat, id: 'Boat' }, boat, boat]).errors, [
    '[2].id is used twice',
    '[3].id is used twice',
  ])
})

test('an agent has at most 10,000 Things', () => {
  const things = (count: number) => ids(count).map((id) => ({ ...boat, id }))
  assert.deepEqual(read(ThingsBody, things(10_000)).errors, [])
  assert.deepEqual(read(ThingsBody, things(10_001)).errors, ['body must have at most 10000 entries'])
})

for (const wrong of [undefined, null, {}, 'boat', [null], ['boat'], [[]], [5]]) {
  test(`${JSON.stringify(wrong)} is not a list of Things`, () => assert.equal(read(ThingsBody, wrong).errors.length, 1))
}

test('a GET returns the deprecated collection together with collections', () => {
  const response = { ...boat, collections: ['sail', 'motor'], collection: 'sail', location: spot }
  assert.deepEqual(read(ThingResponse, response), { value: response, errors: [] })
})
