import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { assertInvalid, assertRefusedUnchanged, createTestAgent, type TestAgent } from '../../testing/agent.ts'
import { createTestApp } from '../../testing/app.ts'
import { assertStatus, type ReplyBody } from '../../testing/client.ts'
import { harborAgent } from '../../testing/harbor-agent.ts'

/** Things, Collections, and Facts, with a geocoder that knows one street. */

const addresses: string[] = []
let isDown = false
const geocoder = createServer((request, response) => {
  const address = new URL(request.url ?? '', 'http://x').searchParams.get('q') ?? ''
  addresses.push(address)
  const known = address === 'Pier 7, Rostock'
  response.writeHead(isDown ? 503 : 200)
  response.end(JSON.stringify(known ? [{ lat: '54.1', lon: '12.1', display_name: 'Pier 7, 18055 Rostock' }] : []))
}).listen(0, '127.0.0.1')
await once(geocoder, 'listening')
after(() => geocoder.close())
const url = `http://127.0.0.1:${(geocoder.address() as AddressInfo).port}`
const server = await createTestApp({ config: { geocoder: { kind: 'nominatim', url } } })
const plain = await createTestAgent(server)

const path = '/knowledge/things'
const putThings = async (agent: TestAgent, ...things: object[]): Promise<ReplyBody[]> =>
  assertStatus(await agent.put(path, { things }), 200).data
const boat = { id: 'boat', name: 'Boat' }

test('Things are stored in their order with every field; media loses its prefix, phone numbers become E.164', async () => {
  const agent = await createTestAgent(server)
  assertStatus(await agent.put('/knowledge/collections', { collections: [{ id: 'sail', name: 'Sail' }] }), 200)
  const full = {
    id: 'Boot/7 🛶',
    name: 'Boot',
    description: 'D',
    imageUrl: 'https://example.com/boat.png',
    media: 'image:m1',
    productPageUrl: 'https://example.com/boat',
    actions: [
      { label: 'See', url: 'https://example.com', phone: 'dropped' },
      { label: 'Call', kind: 'dial', phone: '(202) 555-0143', url: 'dropped' },
      { label: 'Ask', kind: 'reply', value: 'ask' },
      { label: 'Map', kind: 'viewLocation', value: 'dropped' },
    ],
    location: { latitude: 54, longitude: 12, label: 'Pier' },
    collections: ['sail', 'sail'],
    metadata: { Größe: '7 m', constructor: 'yes' },
  }
  const [stored, second] = await putThings(agent, full, boat)
  assert.deepEqual(stored, {
    ...full,
    media: 'm1',
    actions: [
      { label: 'See', url: 'https://example.com' },
      { label: 'Call', kind: 'dial', phone: '+12025550143' },
      { label: 'Ask', kind: 'reply', value: 'ask' },
      { label: 'Map', kind: 'viewLocation' },
    ],
    collections: ['sail'],
    collection: 'sail',
  })
  assert.deepEqual(second, boat)
  assert.deepEqual(assertStatus(await agent.get(path), 200).data, [stored, second])
})

const action = (change: object) => ({ actions: [{ label: 'Go', url: 'https://example.com', ...change }] })
const faults: [title: string, change: object, field: string][] = [
  ['without an id', { id: undefined }, 'id'],
  ['with an empty id', { id: '' }, 'id'],
  ['with an id of 201 characters', { id: 'x'.repeat(201) }, 'id'],
  ['with an id used before', { id: 'first' }, 'id'],
  ['without a name', { name: undefined }, 'name'],
  ['with a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
  ['with a description of 4001 characters', { description: 'x'.repeat(4001) }, 'description'],
  ['with a picture at no address', { imageUrl: 'boat.png' }, 'imageUrl'],
  ['with a picture behind 501 characters', { imageUrl: `https://example.com/${'x'.repeat(500)}` }, 'imageUrl'],
  ['with media of 81 characters', { media: 'x'.repeat(81) }, 'media'],
  ['with a page at no address', { productPageUrl: 'javascript:alert(1)' }, 'productPageUrl'],
  ['with five actions', { actions: Array(5).fill({ label: 'Go', url: 'https://example.com' }) }, 'actions'],
  ['with an action without a label', action({ label: '' }), 'actions[0].label'],
  ['with a label of 26 characters', action({ label: 'x'.repeat(26) }), 'actions[0].label'],
  ['with an action of another kind', action({ kind: 'sing' }), 'actions[0].kind'],
  ['with an action at no address', action({ url: 'example' }), 'actions[0].url'],
  ['with an action without its address', action({ url: undefined }), 'actions[0].url'],
  ['with a call without a number', action({ kind: 'dial' }), 'actions[0].phone'],
  ['with a call to no number', action({ kind: 'dial', phone: '12' }), 'actions[0].phone'],
  ['with a reply of 201 characters', action({ kind: 'reply', value: 'x'.repeat(201) }), 'actions[0].value'],
  ['with a view of no location', action({ kind: 'viewLocation' }), 'actions[0].kind'],
  ['with an action that is not an object', { actions: ['go'] }, 'actions[0]'],
  ['too far north', { location: { latitude: 90.1, longitude: 0 } }, 'location.latitude'],
  ['too far east', { location: { latitude: 0, longitude: 180.1 } }, 'location.longitude'],
  ['with half a coordinate', { location: { latitude: 1 } }, 'location.longitude'],
  ['with a coordinate that is a text', { location: { latitude: '1', longitude: '1' } }, 'location.latitude'],
  ['with nothing for a location', { location: {} }, 'location'],
  ['with an address of 501 characters', { location: { address: 'x'.repeat(501) } }, 'location.address'],
  ['with an address out of range', { location: { address: '91.0, 12.0' } }, 'location.address'],
  ['with an address that does not match any place', { location: { address: 'Nowhere 1' } }, 'location.address'],
  ['with collections that are a text', { collections: 'sail' }, 'collections'],
  ['with 21 collections', { collections: Array.from({ length: 21 }, (_, index) => `c${index}`) }, 'collections'],
  ['in a collection that never was', { collections: ['nowhere'] }, 'collections[0]'],
  ['in an old collection that never was', { collection: 'nowhere' }, 'collections[0]'],
  ['with metadata that is not a string', { metadata: { length: 7 } }, 'metadata.length'],
  ['with metadata that is null', { metadata: { length: null } }, 'metadata.length'],
  ['with metadata that is a list', { metadata: [] }, 'metadata'],
  ['with an unknown field', { price: 7 }, 'price'],
] // biome-ignore format: one table
for (const [title, change, field] of faults) {
  test(`a Thing ${title} returns 422 at things[1].${field}, and nothing of the list is stored`, () =>
    assertInvalid(
      plain,
      path,
      {
        things: [
          { id: 'first', name: 'First' },
          { ...boat, ...change },
        ],
      },
      `things[1].${field}`,
    ))
}

test('a body without the list returns 422 at things; an element that is not an object returns 422 at its index', async () => {
  for (const body of [{}, { things: null }, { things: {} }, { data: [] }])
    await assertInvalid(plain, path, body, 'things')
  for (const element of [null, 'boat', 7, []]) await assertInvalid(plain, path, { things: [element] }, 'things[0]')
})

test('one request can store a thousand Things, and a body of 17 MB returns 413', async () => {
  const agent = await createTestAgent(server)
  const things = Array.from({ length: 1000 }, (_, index) => ({
    id: `t${index}`,
    name: 'T',
    description: 'x'.repeat(4000),
  }))
  assert.equal((await putThings(agent, ...things)).length, 1000)
  const large = { things: [{ ...boat, description: 'x'.repeat(17 * 1024 * 1024) }] }
  await assertRefusedUnchanged(agent, () => agent.put(path, large), [413, 'request.too_large'])
})

test('a plain address is geocoded once and replaced by the formatted one', async () => {
  const agent = await createTestAgent(server)
  const before = addresses.length
  const located = { address: 'Pier 7, 18055 Rostock', latitude: 54.1, longitude: 12.1 }
  const [stored] = await putThings(agent, { ...boat, location: { address: 'Pier 7, Rostock' } })
  assert.deepEqual(stored?.location, located)
  assert.deepEqual((await putThings(agent, stored as object))[0]?.location, located)
  assert.deepEqual((await putThings(agent, boat))[0]?.location, located)
  assert.deepEqual(addresses.slice(before), ['Pier 7, Rostock'])
  assert.deepEqual(await putThings(agent, { ...boat, location: null }), [boat])
})

const readable: [address: string, location: object][] = [
  ['54.1, 12.1', { latitude: 54.1, longitude: 12.1 }],
  ['https://www.google.com/maps/place/Pier+7/@54.1,12.1,17z', { address: 'Pier 7', latitude: 54.1, longitude: 12.1 }],
]
for (const [address, location] of readable) {
  test(`the address ${address} is parsed without calling the geocoder`, async () => {
    const agent = await createTestAgent(server)
    const before = addresses.length
    assert.deepEqual((await putThings(agent, { ...boat, location: { address } }))[0]?.location, location)
    assert.equal(addresses.length, before)
  })
}

test('while the geocoder is down an address is stored without coordinates, and it is geocoded when it is sent again', async () => {
  const agent = await createTestAgent(server)
  const location = { address: 'Pier 7, Rostock' }
  isDown = true
  try {
    assert.deepEqual((await putThings(agent, { ...boat, location }))[0]?.location, location)
  } finally {
    isDown = false
  }
  assert.equal((await putThings(agent, { ...boat, location }))[0]?.location.latitude, 54.1)
})

test('the old single collection field still works for clients that send it', async () => {
  const agent = await createTestAgent(server)
  const collections = ['a', 'b', 'c'].map((id) => ({ id, name: id }))
  assertStatus(await agent.put('/knowledge/collections', { collections }), 200)
  const of = async (sent: object) => (await putThings(agent, { ...boat, ...sent }))[0]?.collections
  assert.deepEqual(await of({ collections: ['a', 'b'] }), ['a', 'b'])
  assert.deepEqual(await of({ collection: 'a' }), ['a', 'b'])
  assert.deepEqual(await of({ collection: 'nowhere', collections: ['a', 'b'] }), ['a', 'b'])
  assert.deepEqual(await of({ collection: 'c' }), ['c'])
  assert.deepEqual(await of({ collections: [] }), [])
  assert.equal(await of({}), undefined)
})

const collectionFaults: [title: string, change: object, field: string][] = [
  ['without an id', { id: undefined }, 'id'],
  ['with an id used before', { id: 'first' }, 'id'],
  ['without a name', { name: ' ' }, 'name'],
  ['with a purpose of 501 characters', { purpose: 'x'.repeat(501) }, 'purpose'],
  ['that presents what it does not have', { presentation: { fields: ['price'] } }, 'presentation.fields[0]'],
  ['that presents five actions', { presentation: { actions: ['a', 'b', 'c', 'd', 'e'] } }, 'presentation.actions'],
  ['with a label of 26 characters', { presentation: { actions: ['x'.repeat(26)] } }, 'presentation.actions[0]'],
  ['with a presentation of another kind', { presentation: { style: 'grid' } }, 'presentation.style'],
  ['with an unknown field', { colour: 'red' }, 'colour'],
] // biome-ignore format: one table
for (const [title, change, field] of collectionFaults) {
  test(`a collection ${title} returns 422 at collections[1].${field}`, () => {
    const collections = [
      { id: 'first', name: 'First' },
      { id: 'sail', name: 'Sail', ...change },
    ]
    return assertInvalid(plain, '/knowledge/collections', { collections }, `collections[1].${field}`)
  })
}

test('removing a collection that contains Things returns 422 naming them; force detaches them from it', async () => {
  const agent = await createTestAgent(server)
  const collections = ['a', 'b'].map((id) => ({ id, name: id }))
  await agent.put('/knowledge/collections', { collections })
  await putThings(agent, { id: 'raft', name: 'Raft', collections: ['b'] }, { ...boat, collections: ['a', 'b'] })
  const left = { collections: [collections[0]] }
  const fields = ['things[0].collections[0]', 'things[1].collections[1]']
  await assertInvalid(agent, '/knowledge/collections', left, ...fields)
  await assertInvalid(agent, '/knowledge/collections?force=false', left, ...fields)
  for (const query of ['force=yes', 'force=', 'force=true&force=true', 'bogus=1']) {
    await assertInvalid(agent, `/knowledge/collections?${query}`, left, query.split('=')[0] as string)
  }
  assert.deepEqual(assertStatus(await agent.put('/knowledge/collections?force=true', left), 200).data, left.collections)
  const things = assertStatus(await agent.get(path), 200).data
  assert.deepEqual(
    things.map(({ collections }: ReplyBody) => collections),
    [[], ['a']],
  )
})

test('force detaches only Things: if a text names the collection, the request is still refused and nothing is detached', async () => {
  const agent = await createTestAgent(server, harborAgent)
  const drop = () => agent.put('/knowledge/collections?force=true', { collections: [] })
  await assertRefusedUnchanged(agent, drop, [409, 'agent.integrity_conflict', 'playbooks[1].body'])
})

const fact = { id: 'hours', question: 'When are you open?', answer: 'From nine.' }
const facts = '/knowledge/facts'

test('Facts are stored as written, with verbatim read as exact, and their date changes only when they change', async () => {
  const agent = await createTestAgent(server)
  const put = async (...list: object[]): Promise<ReplyBody[]> =>
    assertStatus(await agent.put(facts, { facts: list }), 200).data
  const full = {
    ...fact,
    alternates: ['Open?'],
    exact: true,
    enabled: false,
    source: 'import',
    confirmed: false,
    alwaysOn: true,
    scope: { playbookIds: ['general'] },
  }
  const [first, second] = await put({ ...full, updatedAt: 'yesterday' }, { ...fact, id: 'Frage/2 🕘', verbatim: true })
  const { updatedAt, ...rest } = first as ReplyBody
  assert.deepEqual(rest, full)
  assert.ok(Math.abs(Date.parse(updatedAt) - Date.now()) < 60_000)
  assert.deepEqual([second?.exact, second?.verbatim], [true, undefined])
  const again = await put({ ...full, answer: 'From ten.' }, second as ReplyBody)
  assert.deepEqual(again[1], second)
  assert.ok(Date.parse(again[0]?.updatedAt) >= Date.parse(updatedAt))
  assert.deepEqual(assertStatus(await agent.get(facts), 200).data, again)
})

const factFaults: [title: string, change: object, field: string][] = [
  ['without an id', { id: undefined }, 'id'],
  ['with an id used before', { id: 'first' }, 'id'],
  ['without a question', { question: '' }, 'question'],
  ['with a question of 301 characters', { question: 'x'.repeat(301) }, 'question'],
  ['without an answer', { answer: undefined }, 'answer'],
  ['with an answer of 1001 characters', { answer: 'x'.repeat(1001) }, 'answer'],
  ['with eleven alternates', { alternates: Array(11).fill('x') }, 'alternates'],
  ['with an alternate of 201 characters', { alternates: ['ok', 'x'.repeat(201)] }, 'alternates[1]'],
  ['from another source', { source: 'rumour' }, 'source'],
  ['enabled by a word', { enabled: 'yes' }, 'enabled'],
  ['verbatim by a word', { verbatim: 'yes' }, 'verbatim'],
  ['in a scope without playbooks', { scope: {} }, 'scope.playbookIds'],
  ['in a playbook that never was', { scope: { playbookIds: ['general', 'nowhere'] } }, 'scope.playbookIds[1]'],
  ['with an unknown field', { rank: 1 }, 'rank'],
] // biome-ignore format: one table
for (const [title, change, field] of factFaults) {
  test(`a Fact ${title} returns 422 at facts[1].${field}`, () =>
    assertInvalid(
      plain,
      facts,
      {
        facts: [
          { ...fact, id: 'first' },
          { ...fact, ...change },
        ],
      },
      `facts[1].${field}`,
    ))
}

test('a list of a thousand Facts is stored; one more returns 422 at facts', async () => {
  const agent = await createTestAgent(server)
  const many = listFacts(1001)
  assert.equal(assertStatus(await agent.put(facts, { facts: many.slice(1) }), 200).data.length, 1000)
  await assertInvalid(agent, facts, { facts: many }, 'facts')
  await assertInvalid(agent, facts, {}, 'facts')
})

test('a list that an import made longer can be replaced by up to ten thousand Facts', async () => {
  const agent = await createTestAgent(server)
  const rows = listFacts(1001).map(({ id }) => `${id},Is ${id} open?,Yes`)
  const file = ['id,question,answer', ...rows].join('\n')
  assertStatus(await agent.raw('POST', `${facts}/import`, file, { 'content-type': 'text/csv' }), 200)
  const many = listFacts(10_001)
  assert.equal(assertStatus(await agent.put(facts, { facts: many.slice(1) }), 200).data.length, 10_000)
  await assertInvalid(agent, facts, { facts: many }, 'facts')
})

const listFacts = (count: number) => Array.from({ length: count }, (_, index) => ({ ...fact, id: `f${index}` }))
