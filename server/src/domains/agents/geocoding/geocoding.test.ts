import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { readConfig } from '../../../config.ts'
import {
  createGeocoder,
  type GeocodeResult,
  type Geocoder,
  googleGeocoder,
  locateAll,
  nominatimGeocoder,
} from './geocoder.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A geocoding server that records its requests. */
async function serverWith(answer: Answer) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    answer(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const close = () => {
    server.closeAllConnections()
    return new Promise((closed) => server.close(closed))
  }
  after(close)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, close }
}

const json = (body: unknown, status = 200): Answer => text(JSON.stringify(body), status)
function text(body: string, status = 200): Answer {
  return (_, response) => response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}
const hangUp: Answer = (request) => request.socket.destroy()
const breakOff: Answer = (request, response) => {
  response.writeHead(200, { 'content-length': '100' })
  response.write('{"status"', () => request.socket.destroy())
}

const google = (url: string) => createGeocoder({ kind: 'google', key: 'k&1', url }, fetch)
const nominatim = (url: string) => createGeocoder({ kind: 'nominatim', url }, fetch)

const result = (lat: unknown, lng: unknown, address: unknown = 'Pier 4, The Harbour') => ({
  status: 'OK',
  results: [
    { formatted_address: address, geometry: { location: { lat, lng }, location_type: 'ROOFTOP' }, place_id: 'x' },
  ],
})
const hit = (lat: unknown, lon: unknown, name: unknown = 'Pier 4, The Harbour') => [
  { lat, lon, display_name: name, place_id: 1, importance: 0.5 },
]
const harbour = { latitude: 37.7955, longitude: -122.3937, address: 'Pier 4, The Harbour' }

type Case = [title: string, answer: Answer, located: GeocodeResult]
const troubles: Case[] = [
  ['garbage', text('<html>'), 'unavailable'],
  ['nothing', text(''), 'unavailable'],
  ['null', json(null), 'unavailable'],
  ['a number', json(5), 'unavailable'],
  ['status 429', json({ error: 'slow down' }, 429), 'unavailable'],
  ['status 500', text('oops', 500), 'unavailable'],
  ['a broken connection', hangUp, 'unavailable'],
  ['half an answer', breakOff, 'unavailable'],
]
const googleCases: Case[] = [
  ['a place', json(result(37.7955, -122.3937)), harbour],
  ['several places, of which the first counts', json({ ...result(37.7955, -122.3937), results: [...result(37.7955, -122.3937).results, {}] }), harbour],
  ['ZERO_RESULTS', json({ status: 'ZERO_RESULTS', results: [] }), 'nowhere'],
  ...['OVER_QUERY_LIMIT', 'OVER_DAILY_LIMIT', 'REQUEST_DENIED', 'INVALID_REQUEST', 'UNKNOWN_ERROR', 'NEW'].map(
    (status): Case => [status, json({ status, error_message: 'No.', results: [] }), 'unavailable'],
  ),
  ['OK without a place', json({ status: 'OK', results: [] }), 'unavailable'],
  ['coordinates out of range', json(result(91, 0)), 'unavailable'],
  ['coordinates as texts', json(result('37', '-122')), 'unavailable'],
  ['an invalid address', json(result(1, 2, null)), 'unavailable'],
  ['a place under status 403', json(result(1, 2), 403), 'unavailable'],
] // biome-ignore format: one line per case
const nominatimCases: Case[] = [
  ['a place', json(hit('37.7955', '-122.3937')), harbour],
  ['no place', json([]), 'nowhere'],
  ['an error', json({ error: { code: 400, message: 'No.' } }), 'unavailable'],
  ['coordinates out of range', json(hit('0', '181')), 'unavailable'],
  ['coordinates that are none', json(hit('', 'east')), 'unavailable'],
  ['an invalid address', json(hit('1', '2', 5)), 'unavailable'],
] // biome-ignore format: one line per case

for (const [name, geocoder, cases] of [
  ['Google', google, [...googleCases, ...troubles]],
  ['Nominatim', nominatim, [...nominatimCases, ...troubles]],
] as const) {
  for (const [title, answer, located] of cases) {
    test(`when ${name} answers ${title}, the address is ${typeof located === 'object' ? 'found' : located}`, async () => {
      const { url } = await serverWith(answer)
      assert.deepEqual(await geocoder(url).locate('Pier 4'), located)
    })
  }

  test(`when ${name} cannot be reached, the address is unavailable`, async () => {
    const { url, close } = await serverWith(hangUp)
    await close()
    assert.equal(await geocoder(url).locate('Pier 4'), 'unavailable')
  })

  test(`when the call to ${name} is aborted, the address is unavailable`, async () => {
    const patience = new AbortController()
    const { url } = await serverWith(() => patience.abort())
    assert.equal(await geocoder(url).locate('Pier 4', patience.signal), 'unavailable')
    assert.equal(await geocoder(url).locate('Pier 4', AbortSignal.abort()), 'unavailable')
  })
}

test('an address is unavailable when the answer is late or incomplete', async () => {
  const silent = await serverWith(() => {})
  const halting = await serverWith((_, response) => response.writeHead(200).write('['))
  for (const { url } of [silent, halting]) {
    const hasty = { url, fetch, timeoutMilliseconds: 50 }
    assert.equal(await googleGeocoder({ ...hasty, key: 'k' }).locate('Pier 4'), 'unavailable')
    assert.equal(await nominatimGeocoder(hasty).locate('Pier 4'), 'unavailable')
  }
})

const hostile = 'Größe & Söhne?key=x#1/../ 🎈'

test('the Google geocoder sends the address and the key', async () => {
  const { url, requests } = await serverWith(json({ status: 'ZERO_RESULTS' }))
  await google(url).locate(hostile)
  const call = new URL(requests[0]?.url ?? '', url)
  assert.equal(call.pathname, '/maps/api/geocode/json')
  assert.deepEqual([...call.searchParams], [['address', hostile], ['key', 'k&1']]) // biome-ignore format: two pairs
})

test('the Nominatim geocoder asks for one match and identifies itself', async () => {
  const { url, requests } = await serverWith(json([]))
  await nominatim(url).locate(hostile)
  const call = new URL(requests[0]?.url ?? '', url)
  assert.equal(call.pathname, '/search')
  assert.deepEqual([...call.searchParams], [['q', hostile], ['format', 'jsonv2'], ['limit', '1']]) // biome-ignore format: three pairs
  assert.equal(requests[0]?.headers['user-agent'], 'Parley')
})

test('geocoders without a configured URL use the public endpoints', async () => {
  const origins: string[] = []
  const noting: typeof fetch = async (url) => {
    origins.push((url as URL).origin)
    return Response.json([])
  }
  await createGeocoder({ kind: 'google', key: 'k' }, noting).locate('x')
  await createGeocoder({ kind: 'nominatim' }, noting).locate('x')
  assert.deepEqual(origins, ['https://maps.googleapis.com', 'https://nominatim.openstreetmap.org'])
})

test('without a geocoder every address is unavailable', async () => {
  assert.equal(await createGeocoder({ kind: 'none' }, fetch).locate('Pier 4'), 'unavailable')
})

/** A local stand-in for the public Nominatim, with a pause that ends when the test says so. */
async function publicNominatim() {
  const { url, requests } = await serverWith(json([]))
  const pauses: { milliseconds: number; end: () => void }[] = []
  const geocoder = nominatimGeocoder({
    fetch: (call, init) => fetch(String(call).replace('https://nominatim.openstreetmap.org', url), init),
    pause: (milliseconds) => new Promise<void>((end) => pauses.push({ milliseconds, end })),
  })
  return {
    geocoder,
    pauses,
    questions: () => requests.map((request) => new URL(request.url ?? '', url).searchParams.get('q')),
  }
}

test('the public Nominatim receives at most one request per second', async () => {
  const { geocoder, pauses, questions } = await publicNominatim()
  const first = geocoder.locate('one')
  const second = geocoder.locate('two')
  assert.equal(await first, 'nowhere')
  assert.deepEqual(questions(), ['one'])
  assert.deepEqual(pauses.map(({ milliseconds }) => milliseconds), [1_000]) // biome-ignore format: one line
  pauses[0]?.end()
  assert.equal(await second, 'nowhere')
  assert.deepEqual(questions(), ['one', 'two'])
})

test('a caller that aborts before its turn gets an answer immediately and delays no one', async () => {
  const { geocoder, pauses, questions } = await publicNominatim()
  const patience = new AbortController()
  const first = geocoder.locate('one')
  const second = geocoder.locate('two', patience.signal)
  const third = geocoder.locate('three')
  await first
  patience.abort()
  assert.equal(await second, 'unavailable')
  pauses[0]?.end()
  assert.equal(await third, 'nowhere')
  assert.deepEqual(questions(), ['one', 'three'])
})

test('many addresses are looked up twenty at a time, each once', async () => {
  const waiting: { address: string; found: (located: GeocodeResult) => void }[] = []
  const geocoder: Geocoder = { locate: (address) => new Promise((found) => waiting.push({ address, found })) }
  const addresses = Array.from({ length: 30 }, (_, index) => `Pier ${index}`)
  const all = locateAll(geocoder, [...addresses, ...addresses])
  assert.equal(waiting.length, 20)
  for (const { address, found } of waiting) {
    found(address === 'Pier 0' ? harbour : 'nowhere')
    await new Promise(setImmediate)
  }
  const located = await all
  assert.equal(waiting.length, 30)
  assert.deepEqual([...located.keys()], addresses)
  assert.deepEqual(located.get('Pier 0'), harbour)
  assert.equal(located.get('Pier 29'), 'nowhere')
})

test('addresses beyond the time budget are unavailable', async () => {
  const budget = new AbortController()
  const { url, requests } = await serverWith((request, response) => {
    if (request.url?.includes('last')) budget.abort()
    else json([])(request, response)
  })
  const found = await locateAll(nominatim(url), ['first'], budget.signal)
  assert.deepEqual([...found], [['first', 'nowhere']])
  const addresses = Array.from({ length: 100 }, () => 'last').map((address, index) => `${address} ${index}`)
  const late = await locateAll(nominatim(url), addresses, budget.signal)
  assert.deepEqual(new Set(late.values()), new Set(['unavailable']))
  assert.equal(late.size, 100)
  assert.ok(requests.length <= 21)
})

test('an empty list of addresses causes no lookup', async () => {
  const geocoder: Geocoder = { locate: () => assert.fail('nobody was to be asked') }
  assert.deepEqual(await locateAll(geocoder, []), new Map())
})

const chosen: [settings: Record<string, string>, geocoder: object][] = [
  [{}, { kind: 'none' }],
  [{ GEOCODER: 'none', GEOCODER_KEY: 'k', GEOCODER_URL: 'https://geo.example.com' }, { kind: 'none' }],
  [
    { GEOCODER: 'google', GEOCODER_KEY: 'k' },
    { kind: 'google', key: 'k', url: undefined },
  ],
  [{ GEOCODER: 'nominatim' }, { kind: 'nominatim', url: undefined }],
  [
    { GEOCODER: 'nominatim', GEOCODER_URL: 'https://geo.example.com/maps/' },
    { kind: 'nominatim', url: 'https://geo.example.com/maps' },
  ],
]
for (const [settings, geocoder] of chosen) {
  test(`the settings ${JSON.stringify(settings)} choose the geocoder`, () => {
    const { geocoder: read } = readConfig(settings)
    assert.deepEqual(read, geocoder)
    assert.equal(typeof createGeocoder(read, fetch).locate, 'function')
  })
}

const wrong: [settings: Record<string, string>, says: RegExp][] = [
  [{ GEOCODER: 'google' }, /GEOCODER=google needs GEOCODER_KEY/],
  [{ GEOCODER: 'atlas' }, /GEOCODER must be none, google or nominatim; got "atlas"\. Example: GEOCODER=nominatim/],
  [{ GEOCODER: 'nominatim', GEOCODER_URL: 'here' }, /GEOCODER_URL must be a URL .*; got "here"/],
]
for (const [settings, says] of wrong) {
  test(`the settings ${JSON.stringify(settings)} prevent startup`, () =>
    assert.throws(() => readConfig(settings), says))
}
