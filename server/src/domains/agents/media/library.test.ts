import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { InjectOptions } from 'fastify'
import { createApi, createGateway } from '../../../app.ts'
import { createOutbound } from '../../../platform/outbound/index.ts'
import { createTestApp } from '../../../testing/app.ts'
import {
  assertProblem,
  assertStatus,
  createTestClient,
  type ReplyBody,
  type TestClient,
  type TestReply,
} from '../../../testing/client.ts'
import { gif, html, jpeg, mp4, pdf, png, svg, vcard } from './content.testing.ts'
import { type MediaReference, maxMediaBytes, maxMediaItems } from './media.ts'
import { listMediaIds, streamMediaContent } from './queries.ts'
import { mediaRoutes } from './routes.ts'

const server = await createTestApp()
const { gatewayPublicUrl } = server.context.config
const users = new Map<string, MediaReference[]>()
const lenient = createOutbound({ allowPrivateNetwork: true })
const strict = createOutbound({ allowPrivateNetwork: false })

const [api, guarded] = [lenient, strict].map(({ fetch }) => {
  const others = server.routes.filter((route) => !/\/agents\/:agent\/media/.test(route.path))
  const usersOfMedia = async (_tx: unknown, _agent: unknown, id: string) => users.get(id) ?? []
  return createApi(server.services, [
    ...others,
    ...mediaRoutes({ gatewayPublicUrl, fetch, findMediaReferences: usersOfMedia }),
  ])
}) as [ReturnType<typeof createApi>, ReturnType<typeof createApi>]
const gateway = createGateway(server.services)
after(() => Promise.all([api.close(), guarded.close(), gateway.close(), lenient.close(), strict.close()]))

type Library = { client: TestClient; agent: string; media: string }

async function library(owner?: Library): Promise<Library> {
  const org = await server.org()
  const client = owner?.client ?? createTestClient(api, org.api.token)
  const path = owner?.agent.replace(/\/agents\/.*/, '') ?? org.path
  const { id } = assertStatus(await client.post(`${path}/agents`, { name: 'Harbour' }), 201)
  const agent = `${path}/agents/${id}`
  return { client, agent, media: `${agent}/media` }
}

type Field = [name: string, value: string | { name: string; bytes: Buffer; type?: string }]

async function send(to: Library, fields: Field[]): Promise<TestReply> {
  const form = new FormData()
  for (const [name, value] of fields) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([new Uint8Array(value.bytes)], { type: value.type ?? 'image/png' }), value.name)
  }
  const encoded = new Response(form)
  const type = encoded.headers.get('content-type') as string
  return to.client.raw('POST', to.media, Buffer.from(await encoded.arrayBuffer()), { 'content-type': type })
}

const upload = (to: Library, bytes: Buffer, name = 'boat.png') => send(to, [['file', { name, bytes }]])
const uploaded = async (to: Library, bytes: Buffer, name?: string): Promise<ReplyBody> =>
  assertStatus(await upload(to, bytes, name), 201)

function fetched(url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  assert.ok(url.startsWith(`${gatewayPublicUrl}/media/`), url)
  return gateway.inject({ method, url: url.slice(gatewayPublicUrl.length), headers } as InjectOptions)
}

const own = await library()

test('an upload returns a record with type, bytes and size in pixels, and its url serves the same bytes', async () => {
  const bytes = png(7, 4, 2000)
  const made = await uploaded(own, bytes)
  assert.match(made.id, /^[A-Za-z0-9_-]{1,80}$/)
  assert.deepEqual(
    [made.name, made.contentType, made.bytes, made.width, made.height],
    ['boat.png', 'image/png', bytes.length, 7, 4],
  )
  assert.match(made.url, /\/media\/[A-Za-z0-9]{32}\/boat\.png$/)
  assert.deepEqual(assertStatus(await own.client.get(`${own.media}/${made.id}`), 200), made)
  assert.deepEqual(assertStatus(await own.client.get(own.media), 200).data[0], made)
  const served = await fetched(made.url)
  assert.equal(served.statusCode, 200)
  assert.ok(served.rawPayload.equals(bytes))
})

test('a file stored in several slices comes back byte for byte', async () => {
  const bytes = Buffer.concat([mp4(), Buffer.from(Array.from({ length: 1_300_000 }, (_, at) => (at * 7) % 251))])
  const served = await fetched((await uploaded(own, bytes, 'film.mp4')).url)
  assert.ok(served.rawPayload.equals(bytes))
})

test('media responses have a fixed content type, cannot run scripts, and may be cached forever', async () => {
  const made = await uploaded(own, gif(0x2a2f, 0x2f2a, '=1;alert(1)'), 'it\'s "me" (1)*.js')
  const { headers } = await fetched(made.url)
  assert.equal(headers['content-type'], 'image/gif')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox")
  assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.equal(headers['content-length'], String(made.bytes))
  assert.equal(headers['content-disposition'], "inline; filename*=UTF-8''it%27s%20%22me%22%20%281%29%2A.js")
})

test('documents are served as downloads', async () => {
  for (const bytes of [pdf, vcard]) {
    const { headers } = await fetched((await uploaded(own, bytes, 'prices')).url)
    assert.match(String(headers['content-disposition']), /^attachment; /)
  }
})

test('a client that already has the content gets 304, and HEAD returns the headers without the content', async () => {
  const { url, bytes } = await uploaded(own, png(3, 3, 500))
  const head = await fetched(url, {}, 'HEAD')
  assert.deepEqual([head.statusCode, head.headers['content-length'], head.body], [200, String(bytes), ''])
  const etag = String(head.headers.etag)
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const served = await fetched(url, { 'if-none-match': known })
    assert.deepEqual([served.statusCode, served.headers.etag, served.body], [304, etag, ''], known)
  }
  assert.equal((await fetched(url, { 'if-none-match': '"other"' })).statusCode, 200)
})

test('a player can request a range of a video', async () => {
  const bytes = mp4(3000)
  const { url } = await uploaded(own, bytes, 'film.mp4')
  const { etag } = (await fetched(url, {}, 'HEAD')).headers
  const cases: [range: string, start: number, end: number][] = [
    ['bytes=0-0', 0, 1],
    ['bytes=100-199', 100, 200],
    ['bytes=3000-', 3000, bytes.length],
    ['bytes=-5', bytes.length - 5, bytes.length],
  ]
  for (const [range, start, end] of cases) {
    const part = await fetched(url, { range, 'if-range': String(etag) })
    assert.equal(part.statusCode, 206)
    assert.equal(part.headers['content-range'], `bytes ${start}-${end - 1}/${bytes.length}`)
    assert.ok(part.rawPayload.equals(bytes.subarray(start, end)), range)
  }
  const beyond = await fetched(url, { range: 'bytes=9000-' })
  assert.deepEqual([beyond.statusCode, beyond.headers['content-range']], [416, `bytes */${bytes.length}`])
  assert.equal((await fetched(url, { range: 'bytes=0-1', 'if-range': '"other"' })).statusCode, 200)
})

test('an unknown media URL returns 404', async () => {
  for (const token of ['x', 'A'.repeat(32), 'A'.repeat(600), '%00', "'", '..%2f..%2fetc', '%E0%A4%A']) {
    const served = await gateway.inject({ method: 'GET', url: `/media/${token}/boat.png` })
    assert.ok([400, 404].includes(served.statusCode), `${token}: ${served.statusCode}`)
  }
})

const wrong: [what: string, name: string, bytes: Buffer][] = [
  ['an SVG with a script', 'logo.svg', svg],
  ['an SVG called PNG', 'logo.png', svg],
  ['an HTML page called PNG', 'boat.png', html],
  ['an empty file', 'boat.png', Buffer.alloc(0)],
  ['plain text', 'notes.txt', Buffer.from('hello')],
]
for (const [what, name, bytes] of wrong) {
  test(`${what} returns 422 at file, and nothing is stored`, async () => {
    const fresh = await library(own)
    assertProblem(await upload(fresh, bytes, name), 422, 'request.invalid', 'file')
    assert.deepEqual(assertStatus(await fresh.client.get(fresh.media), 200).data, [])
  })
}

test('the server detects the type from the content and ignores the declared type', async () => {
  const reply = await send(own, [['file', { name: 'page.html', bytes: jpeg(5, 6), type: 'text/html' }]])
  assert.equal(assertStatus(reply, 201).contentType, 'image/jpeg')
})

test('a file of 16 MB is accepted, and one byte more returns 413', async () => {
  const most = maxMediaBytes - png(1, 1).length
  const { url, bytes } = await uploaded(own, png(1, 1, most))
  assert.equal(bytes, maxMediaBytes)
  assert.equal((await fetched(url)).rawPayload.length, maxMediaBytes)
  assertProblem(await upload(own, png(1, 1, most + 1)), 413, 'request.too_large')
  assertProblem(await upload(own, png(1, 1, most + 1_000_000)), 413, 'request.too_large')
})

const boat = { name: 'boat.png', bytes: png(1, 1) }
const forms: [what: string, fields: Field[], field: string][] = [
  ['no file', [['name', 'Boat']], 'file'],
  ['a file in another field', [['picture', boat]], 'picture'],
  ['two files', [['file', boat], ['file', boat]], 'file'], // biome-ignore format: one case per line
  ['a text for a file', [['file', 'boat']], 'file'],
  ['a file and a url', [['file', boat], ['url', 'https://example.com/x.png']], 'url'], // biome-ignore format: as above
  ['an unknown field', [['file', boat], ['colour', 'red']], 'colour'], // biome-ignore format: as above
  ['a name that is too long', [['file', boat], ['name', 'x'.repeat(201)]], 'name'], // biome-ignore format: as above
  ['an empty name', [['file', boat], ['name', '']], 'name'], // biome-ignore format: as above
  ['a name with a NUL', [['file', boat], ['name', 'a\u0000b']], 'name'], // biome-ignore format: as above
]
for (const [what, fields, field] of forms) {
  test(`a form with ${what} returns 422 at ${field}`, async () => {
    assertProblem(await send(own, fields), 422, 'request.invalid', field)
  })
}

const unreadable: [what: string, contentType: string, payload: string][] = [
  ['nothing', 'multipart/form-data; boundary=x', ''],
  ['no end', 'multipart/form-data; boundary=x', '--x'],
  ['half a file', 'multipart/form-data; boundary=x', `${head('file"; filename="a.png')}half`],
  ['an endless field name', 'multipart/form-data; boundary=x', `${head('x'.repeat(5000))}\r\n--x--`],
  ['no boundary', 'multipart/form-data', '--x--'],
  ['half of its JSON', 'application/json', '{'],
  ['neither JSON nor a form', 'image/png', 'PNG'],
]
for (const [what, contentType, payload] of unreadable) {
  test(`a body of ${what} returns 400`, async () => {
    const reply = await own.client.raw('POST', own.media, payload, { 'content-type': contentType })
    assertProblem(reply, 400, 'request.malformed')
  })
}

function head(name: string): string {
  return `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`
}

test('the size limit of files does not apply to JSON', async () => {
  assertProblem(await own.client.post(own.media, { url: 'x'.repeat(2_100_000) }), 413, 'request.too_large')
})

test('a JSON body cannot be uploaded as a file', async () => {
  for (const file of ['x', { name: 'a', bytes: { type: 'Buffer', data: [1] } }, null, []]) {
    assertProblem(await own.client.post(own.media, { file }), 422, 'request.invalid', 'file')
  }
  assertProblem(await own.client.post(own.media, {}), 422, 'request.invalid', 'file')
})

const odd: [sent: string, expected: string][] = [
  ['../../x.png', 'x.png'],
  ['..\\..\\x.png', 'x.png'],
  ['a\u0000b.png', 'ab.png'],
  ['x'.repeat(300), 'x'.repeat(200)],
  ['🚤'.repeat(250), '🚤'.repeat(200)],
  ['<b>"boat"</b>.png', 'b>.png'],
  ["d'or & co?.png", "d'or & co?.png"],
  ['#%zz.png', '#%zz.png'],
]
for (const [sent, expected] of odd) {
  test(`a file sent as ${JSON.stringify(sent.slice(0, 20))} is named ${expected.slice(0, 20)} and its url works`, async () => {
    const made = await uploaded(own, png(2, 2), sent)
    assert.equal(made.name, expected)
    assert.ok(made.url.length < 1000)
    assert.equal((await fetched(made.url)).statusCode, 200)
  })
}

test('an explicit name takes precedence over the file name', async () => {
  const made = assertStatus(await send(own, [['file', boat], ['name', 'Kite 1/2 🪁']]), 201) // biome-ignore format: one line
  assert.equal(made.name, 'Kite 1/2 🪁')
  assert.equal((await fetched(made.url)).statusCode, 200)
})

const pages: Record<string, RequestListener> = {
  '/kite-1.png': (_request, response) => response.end(png(5, 5)),
  '/claims.png': (_request, response) => response.setHeader('content-type', 'image/png').end(html),
  '/gone.png': (_request, response) => response.writeHead(404).end('no'),
  '/moved': (_request, response) => response.writeHead(302, { location: '/kite-1.png' }).end(),
  '/round': (_request, response) => response.writeHead(302, { location: '/round' }).end(),
  '/large.png': (_request, response) => response.end(png(1, 1, maxMediaBytes)),
  '/cut.png': (_request, response) => {
    response.writeHead(200, { 'content-length': '5000' })
    response.write(png(1, 1))
    setImmediate(() => response.destroy())
  },
  '/empty.png': (_request, response) => response.end(),
}
let requestCount = 0
const elsewhere = createServer((request, response) => {
  requestCount++
  pages[request.url ?? '']?.(request, response)
}).listen(0, '127.0.0.1')
await once(elsewhere, 'listening')
after(() => {
  elsewhere.closeAllConnections()
  elsewhere.close()
})
const there = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`

test('a url is copied: its last segment is the default name, and redirects are followed', async () => {
  const made = assertStatus(await own.client.post(own.media, { url: `${there}/kite-1.png` }), 201)
  assert.deepEqual([made.name, made.contentType, made.width], ['kite-1.png', 'image/png', 5])
  assert.ok((await fetched(made.url)).rawPayload.equals(png(5, 5)))
  const named = assertStatus(await own.client.post(own.media, { url: `${there}/moved`, name: 'Kite' }), 201)
  assert.deepEqual([named.name, named.bytes], ['Kite', png(5, 5).length])
})

test('sending a record back creates a copy and ignores its read-only fields', async () => {
  const made = assertStatus(await own.client.post(own.media, { url: `${there}/kite-1.png` }), 201)
  const copy = assertStatus(await own.client.post(own.media, { ...made, url: `${there}/kite-1.png` }), 201)
  assert.notEqual(copy.id, made.id)
})

for (const path of ['/gone.png', '/claims.png', '/large.png', '/cut.png', '/empty.png', '/round']) {
  test(`a url that leads to ${path} returns 422 at url with an explanation`, async () => {
    const reply = await own.client.post(own.media, { url: there + path })
    assertProblem(reply, 422, 'request.invalid', 'url')
    assert.ok(reply.body.errors[0].message.length > 15, reply.text)
  })
}

for (const url of [
  'http://127.0.0.1:1/x.png',
  'http://nowhere.invalid/x.png',
  'ftp://example.com/x',
  'boat.png',
  7,
  '',
]) {
  test(`the url ${url} returns 422 at url`, async () => {
    assertProblem(await own.client.post(own.media, { url }), 422, 'request.invalid', 'url')
  })
}

test('a url in the private network is refused and not requested', async () => {
  const before = requestCount
  const client = createTestClient(guarded, own.client.token)
  assertProblem(await client.post(own.media, { url: `${there}/kite-1.png` }), 422, 'request.invalid', 'url')
  assert.equal(requestCount, before)
})

test('a media item is visible only to its own agent', async () => {
  const { id } = await uploaded(own, png(1, 1))
  for (const stranger of [await library(), await library(own)]) {
    for (const call of [stranger.client.get, stranger.client.del]) {
      assertProblem(await call(`${stranger.media}/${id}`), 404, 'resource.not_found')
    }
    assert.deepEqual(assertStatus(await stranger.client.get(stranger.media), 200).data, [])
  }
  const stranger = await library()
  assertProblem(await stranger.client.del(`${own.media}/${id}`), 404, 'resource.not_found')
  assertStatus(await own.client.get(`${own.media}/${id}`), 200)
})

test('a deleted item returns 404 by id and by url, and texts can no longer name its id', async () => {
  const { id, url } = await uploaded(own, png(1, 1))
  const { rows } = await server.database.pool.query('select agent_key as key from media where id = $1', [id])
  const ids = () => listMediaIds(server.database.db, { key: rows[0].key, id: '', orgId: '' })
  assert.ok((await ids()).has(id))
  assertStatus(await own.client.del(`${own.media}/${id}`), 204)
  assert.equal((await ids()).has(id), false)
  assert.equal((await fetched(url)).statusCode, 404)
  assertProblem(await own.client.get(`${own.media}/${id}`), 404, 'resource.not_found')
  assertProblem(await own.client.del(`${own.media}/${id}`), 404, 'resource.not_found')
})

test('deleting an item that the agent uses returns 409 naming the users', async () => {
  const { id, url } = await uploaded(own, png(1, 1))
  users.set(id, [
    { field: 'knowledge.things[0].media', code: 'thing.media.unknown', message: `names image:${id}`, user: 'Boat' },
  ])
  const reply = await own.client.del(`${own.media}/${id}`)
  assertProblem(reply, 409, 'agent.integrity_conflict', 'knowledge.things[0].media')
  assert.match(reply.body.detail, /Boat/)
  assert.equal(reply.body.errors[0].user, undefined)
  assert.equal((await fetched(url)).statusCode, 200)
  users.delete(id)
  assertStatus(await own.client.del(`${own.media}/${id}`), 204)
})

test('a deletion waits for a concurrent change of the agent and then sees the references it adds', async () => {
  const { id } = await uploaded(own, png(1, 1))
  const other = await server.database.pool.connect()
  const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  try {
    await other.query('begin')
    await other.query('select 1 from agents join media using (agent_key) where media.id = $1 for update of agents', [
      id,
    ])
    const deletion = own.client.del(`${own.media}/${id}`)
    while ((await other.query(waits)).rowCount === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    users.set(id, [{ field: 'knowledge.things[0].media', code: 'x', message: 'names it', user: 'Boat' }])
    await other.query('commit')
    assertProblem(await deletion, 409, 'agent.integrity_conflict')
  } finally {
    other.release()
  }
})

test('a download whose content is deleted midway ends with an error instead of looking complete', async () => {
  const { id, url, bytes } = await uploaded(own, png(1, 1, 600_000))
  const slices = streamMediaContent(server.database.db, url.split('/').at(-2), { start: 0, end: bytes })
  assert.equal((await slices.next()).done, false)
  assertStatus(await own.client.del(`${own.media}/${id}`), 204)
  await assert.rejects(slices.next(), /deleted/)
})

test('the list is sorted newest first and pages through each item once', async () => {
  const fresh = await library(own)
  const ids: string[] = []
  for (let at = 0; at < 5; at++) ids.unshift((await uploaded(fresh, png(at + 1, 1))).id)
  const seen: string[] = []
  let token = ''
  do {
    const page = assertStatus(await fresh.client.get(`${fresh.media}?limit=2${token}`), 200)
    seen.push(...page.data.map((item: ReplyBody) => item.id))
    token = page.nextPageToken ? `&pageToken=${page.nextPageToken}` : ''
  } while (token)
  assert.deepEqual(seen, ids)
})

test('twenty concurrent uploads are all stored, with distinct ids and urls', async () => {
  const fresh = await library(own)
  const made = await Promise.all(Array.from({ length: 20 }, (_, at) => uploaded(fresh, png(at + 1, 1))))
  for (const key of ['id', 'url']) assert.equal(new Set(made.map((item) => item[key])).size, 20)
  assert.equal(assertStatus(await fresh.client.get(fresh.media), 200).data.length, 20)
})

test('an agent can have 2,000 items: the next returns 409, also under concurrent uploads', async () => {
  const fresh = await library(own)
  const { id } = await uploaded(fresh, png(1, 1))
  await server.database.pool.query(
    `insert into media select agent_key, id || n, name, content_type, bytes, width, height, sha256, token || n, content, created_at
       from media, generate_series(1, $2::int) n where id = $1`,
    [id, maxMediaItems - 3],
  )
  const replies = await Promise.all(Array.from({ length: 5 }, () => upload(fresh, png(1, 1))))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 201, 409, 409, 409])
  assertProblem(await upload(fresh, png(1, 1)), 409, 'resource.conflict')
})

test('deleting an agent deletes its media', async () => {
  const fresh = await library(own)
  const { url } = await uploaded(fresh, png(1, 1))
  assertStatus(await fresh.client.del(fresh.agent), 204)
  assert.equal((await fetched(url)).statusCode, 404)
  assertProblem(await upload(fresh, png(1, 1)), 404, 'resource.not_found')
})
