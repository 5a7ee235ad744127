import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { assertInvalid, assertRefusedUnchanged, createTestAgent, type TestAgent } from '../../testing/agent.ts'
import { createTestApp } from '../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../testing/client.ts'

/** GET and PUT A/locations, and the ways in which the rest of the configuration uses them. */

const asked: string[] = []
const geocoder = createServer((request, response) => {
  const address = new URL(request.url ?? '', 'http://localhost').searchParams.get('q') ?? ''
  asked.push(address)
  const place = { lat: '53.5', lon: '10', display_name: `${address}, Hamburg` }
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(address.includes('nowhere') ? [] : [place]))
}).listen(0, '127.0.0.1')
await once(geocoder, 'listening')
after(() => geocoder.close())
const url = `http://127.0.0.1:${(geocoder.address() as AddressInfo).port}`
const server = await createTestApp({ config: { geocoder: { kind: 'nominatim', url } } })
const plain = await createTestAgent(server)

const pier = { id: 'pier', name: 'Pier shop' }
const hill = { id: 'hill', name: 'Hill shop' }
const window = { dayOfWeek: 1, startTime: '09:00', endTime: '17:00' }
const put = (agent: TestAgent, ...locations: object[]) => agent.put('/locations', { locations })
const read = async (agent: TestAgent): Promise<ReplyBody[]> => assertStatus(await agent.get('/locations'), 200).data
const exported = async (agent: TestAgent): Promise<ReplyBody> =>
  assertStatus(await agent.get('/export?format=json'), 200).capabilities

test('an agent without locations has an empty list, and no key for them in its export', async () => {
  const agent = await createTestAgent(server)
  assert.deepEqual(await read(agent), [])
  assert.ok(!('locations' in (await exported(agent))))
  assertStatus(await put(agent, pier), 200)
  assert.deepEqual((await exported(agent)).locations, [pier])
  assert.deepEqual(assertStatus(await put(agent), 200), { data: [] })
  assert.ok(!('locations' in (await exported(agent))))
})

test('locations are stored in their order, with phones as E.164 and addresses as the geocoder writes them', async () => {
  const agent = await createTestAgent(server)
  assertStatus(await agent.put('/scheduling', { representatives: [{ id: 'anna', name: 'Anna' }] }), 200)
  assertStatus(await agent.patch('', { defaultCountry: 'DE' }), 200)
  const sent = {
    ...pier,
    aliases: ['the pier', '🛶'],
    address: 'Pier 4',
    phone: '030 901820',
    timeZone: 'Europe/Berlin',
    hours: [window],
    representativeIds: ['anna'],
    enabled: false,
  }
  const stored = {
    ...sent,
    address: 'Pier 4, Hamburg',
    coordinates: { latitude: 53.5, longitude: 10 },
    phone: '+4930901820',
  }
  assert.deepEqual(assertStatus(await put(agent, sent, hill), 200), { data: [stored, hill] })
  assert.deepEqual(await read(agent), [stored, hill])
  asked.length = 0
  const { headers } = await agent.get('/locations')
  const again = await put(agent, stored, hill)
  assert.deepEqual([assertStatus(again, 200).data, again.headers.etag, asked], [[stored, hill], headers.etag, []])
})

const faults: [title: string, body: unknown, path: string][] = [
  ['a body without the list', {}, 'locations'],
  ['null instead of a list', { locations: null }, 'locations'],
  ['a location that is null', { locations: [null] }, 'locations[0]'],
  ['two with one id', { locations: [pier, pier] }, 'locations[1].id'],
  ['101 locations', { locations: Array.from({ length: 101 }, (_, at) => ({ id: `l${at}`, name: 'L' })) }, 'locations'],
  ['a phone that is none', { locations: [{ ...pier, phone: 'ring' }] }, 'locations[0].phone'],
  ['an address that matches no place', { locations: [hill, { ...pier, address: 'nowhere' }] }, 'locations[1].address'],
  ['an unknown zone', { locations: [{ ...pier, timeZone: 'PST' }] }, 'locations[0].timeZone'],
  ['an unknown representative', { locations: [{ ...pier, representativeIds: ['ghost'] }] }, 'locations[0].representativeIds[0]'],
  ['a name with half a character', { locations: [hill, { ...pier, name: 'a\ud800b' }] }, 'locations[1].name'],
  ['an unknown field', { locations: [{ ...pier, manager: 'Anna' }] }, 'locations[0].manager'],
] // biome-ignore format: one line per case
for (const [title, body, path] of faults) {
  test(`${title} returns 422 at ${path}, and changes nothing`, () => assertInvalid(plain, '/locations', body, path))
}

test('a name may hold markup and characters that turn the direction of writing', async () => {
  const agent = await createTestAgent(server)
  const odd = { id: 'odd', name: '<b>\u202e"; drop table' }
  assert.deepEqual(assertStatus(await put(agent, odd), 200).data, [odd])
  assert.deepEqual(await read(agent), [odd])
  assert.deepEqual((await exported(agent)).locations, [odd])
})

test('a location that a Fact or a flow names, and a representative whom a location names, cannot be deleted', async () => {
  const agent = await createTestAgent(server)
  assertStatus(await agent.put('/scheduling', { representatives: [{ id: 'anna', name: 'Anna' }] }), 200)
  assertStatus(await put(agent, { ...pier, representativeIds: ['anna'] }, hill), 200)
  const fact = { id: 'parking', question: 'Parking?', answer: 'Behind it.', scope: { locationIds: ['pier'] } }
  assertStatus(await agent.put('/knowledge/facts', { facts: [fact] }), 200)
  const flow = {
    slots: [{ name: 'where', type: 'location', options: ['pier', 'hill'] }],
    steps: [{ collect: 'where' }, { end: { outcome: 'done' } }],
  }
  assertStatus(await agent.post('/playbooks', { id: 'visit', name: 'Visit', body: 'Ask.', flow }), 201)
  await assertRefusedUnchanged(agent, () => put(agent, hill), [
    409,
    'agent.integrity_conflict',
    'capabilities.knowledge.facts[0].scope.locationIds[0]',
    'playbooks[1].flow.slots[0].options[0]',
  ])
  await assertRefusedUnchanged(agent, () => agent.put('/scheduling', {}), [
    409,
    'agent.integrity_conflict',
    'capabilities.locations[0].representativeIds[0]',
  ])
  const ghost = { ...fact, scope: { locationIds: ['ghost'] } }
  const reply = await agent.put('/knowledge/facts', { facts: [ghost] })
  assertProblem(reply, 422, 'request.invalid', 'facts[0].scope.locationIds[0]')
})

test('an import replaces the locations like every section, and a lint names what is missing', async () => {
  const agent = await createTestAgent(server)
  const document = {
    capabilities: {
      locations: [
        { ...pier, phone: '(202) 555-0143' },
        { ...hill, name: 'PIER shop' },
      ],
    },
  }
  const { applied, skipped, warnings } = assertStatus(await agent.post('/import', document), 200)
  assert.deepEqual([applied, skipped.length], [['capabilities.locations'], 22])
  assert.equal((await read(agent))[0]?.phone, '+12025550143')
  assert.deepEqual(
    warnings.map(({ code, path }: ReplyBody) => `${code} ${path}`),
    ['location.name.shared capabilities.locations[0]', 'location.name.shared capabilities.locations[1]'],
  )
  assertProblem(
    await agent.post('/import', { capabilities: { locations: [{ id: 'x' }] } }),
    422,
    'request.invalid',
    'capabilities.locations[0].name',
  )
})

test('a draft has its own locations until it is published, and versions list their changes', async () => {
  const agent = await createTestAgent(server)
  assertStatus(await put(agent, pier), 200)
  const { id } = assertStatus(await agent.post('/drafts', { name: 'Second shop' }), 201)
  const inDraft = { 'x-svc-draft': id }
  assertStatus(await agent.put('/locations', { locations: [pier, hill] }, inDraft), 200)
  assert.deepEqual(await read(agent), [pier])
  const { changes } = assertStatus(await agent.get(`/drafts/${id}/diff`), 200)
  assert.deepEqual(
    changes.map(({ section, path, kind }: ReplyBody) => [section, path, kind]),
    [['locations', 'capabilities.locations[hill]', 'added']],
  )
  assertStatus(await agent.post(`/drafts/${id}/_publish`, {}), 200)
  assert.deepEqual(await read(agent), [pier, hill])
  const [newest] = assertStatus(await agent.get('/versions'), 200).data
  assert.match(newest.summary, /locations: 1 added/)
})

test('concurrent writes of the locations leave one of the lists', async () => {
  const agent = await createTestAgent(server)
  const lists = Array.from({ length: 8 }, (_, at) => [{ id: `l${at}`, name: `Location ${at}` }])
  const replies = await Promise.all(lists.map((locations) => agent.put('/locations', { locations })))
  for (const reply of replies) assertStatus(reply, 200)
  const stored = await read(agent)
  assert.ok(lists.some(([only]) => stored.length === 1 && stored[0]?.id === only?.id))
})

test('another org does not see the locations, and a key that only reads cannot change them', async () => {
  const agent = await createTestAgent(server)
  assertStatus(await put(agent, pier), 200)
  const stranger = agent.by((await createTestAgent(server)).client)
  for (const reply of [await stranger.get('/locations'), await put(stranger, hill)])
    assertProblem(reply, 404, 'resource.not_found')
  const org = { id: agent.orgId, path: `/orgs/${agent.orgId}`, api: agent.client }
  const viewer = agent.by(await server.key(org, ['agents:read']))
  assertStatus(await viewer.get('/locations'), 200)
  assert.equal((await put(viewer, hill)).status, 403)
  assert.deepEqual(await read(agent), [pier])
})
