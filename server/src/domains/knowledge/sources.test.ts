import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { createOutbound } from '../../platform/outbound/index.ts'
import { createWorker } from '../../platform/work/index.ts'
import { stillWorld } from '../../platform/world.ts'
import { createTestApp } from '../../testing/app.ts'
import { assertProblem, assertStatus, postWithEtag, type ReplyBody } from '../../testing/client.ts'
import { sourceWork } from './index.ts'
import { buildPdf } from './readers/testing/pdf.ts'

const world = stillWorld(new Date().toISOString())
const server = await createTestApp({ world })
const { db } = server.database
const org = await server.org()

const outbound = createOutbound({ allowPrivateNetwork: true })
const guarded = createOutbound({ allowPrivateNetwork: false })
const workerWith = ({ fetch }: { fetch: typeof globalThis.fetch }) =>
  createWorker({ db, world, log: { warn() {}, error() {} }, works: [sourceWork({ db, world, fetch })] })
const worker = workerWith(outbound)

type Answer = (request: IncomingMessage, response: ServerResponse) => void
const answers = new Map<string, Answer>()
const site = createServer((request, response) => {
  const answer = answers.get(request.url ?? '')
  if (answer) answer(request, response)
  else response.writeHead(404).end()
}).listen(0, '127.0.0.1')
await once(site, 'listening')
const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
after(async () => {
  site.closeAllConnections()
  site.close()
  await outbound.close()
  await guarded.close()
})
const answering =
  (type: string, body: string | Buffer): Answer =>
  (_, response) => {
    response.writeHead(200, { 'content-type': type }).end(body)
  }

let made = 0

async function newAgent() {
  const id = `agent-${++made}`
  assertStatus(await org.api.post(`${org.path}/agents`, { name: 'Agent', id }), 201)
  const path = `${org.path}/agents/${id}/knowledge`
  return {
    path,
    sources: `${path}/sources`,
    read: async (sourceId: string): Promise<ReplyBody> =>
      assertStatus(await org.api.get(`${path}/sources/${sourceId}`), 200),
    add: async (body: object): Promise<ReplyBody> => assertStatus(await org.api.post(`${path}/sources`, body), 201),
    search: async (q: string): Promise<ReplyBody[]> =>
      assertStatus(await org.api.get(`${path}/search?q=${encodeURIComponent(q)}`), 200).data,
  }
}

test('a text source is pending, then ready, and its passages are found with their source', async () => {
  const agent = await newAgent()
  const added = await agent.add({
    kind: 'text',
    name: 'Manual',
    text: 'The plesiosaur pump needs a plesiosaur filter.',
  })
  const { id, createdAt, ...rest } = added
  assert.deepEqual(rest, { kind: 'text', name: 'Manual', status: 'pending', passageCount: 0, updatedAt: createdAt })
  await worker.drain()
  const { status, passageCount, refreshedAt } = await agent.read(id)
  assert.deepEqual([status, passageCount, refreshedAt], ['ready', 1, world.now().toISOString()])
  const [hit] = await agent.search('plesiosaur pump')
  assert.deepEqual([hit.kind, hit.sourceId, hit.title], ['passage', id, 'Manual'])
  assert.match(hit.text, /needs a plesiosaur filter/)
})

const forms: [what: string, body: object][] = [
  ['Markdown', { kind: 'text', text: '# Walrus\n\nA walrus eats clams.', contentType: 'text/markdown' }],
  ['HTML', { kind: 'file', text: '<h1>Walrus</h1><p>A walrus eats clams.</p>', contentType: 'text/html' }],
  [
    'a PDF',
    { kind: 'file', text: buildPdf('A walrus eats clams.').toString('base64'), contentType: 'application/pdf' },
  ],
  ['CSV', { kind: 'file', text: 'Animal,Food\nwalrus,eats clams.', contentType: 'text/csv' }],
]
for (const [what, body] of forms) {
  test(`${what} is read`, async () => {
    const agent = await newAgent()
    const { id } = await agent.add({ name: 'Source', ...body })
    await worker.drain()
    assert.equal((await agent.read(id)).status, 'ready')
    assert.match((await agent.search('walrus clams'))[0]?.text, /eats clams\./)
  })
}

function formOf(fields: Record<string, string>, file?: { name: string; type: string; bytes: Buffer }) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (file) form.append('file', new File([new Uint8Array(file.bytes)], file.name, { type: file.type }))
  const response = new Response(form)
  return async (path: string, headers: Record<string, string> = {}) =>
    org.api.raw('POST', path, Buffer.from(await response.arrayBuffer()), {
      'content-type': response.headers.get('content-type') as string,
      ...headers,
    })
}

test('a file can be uploaded by form, under its own name or an explicit one', async () => {
  const agent = await newAgent()
  const file = { name: 'guide.pdf', type: 'application/pdf', bytes: buildPdf('Walrus opening hours') }
  const own = assertStatus(await formOf({}, file)(agent.sources), 201)
  const named = assertStatus(await formOf({ kind: 'file', name: 'Guide' }, { ...file, type: '' })(agent.sources), 201)
  assert.deepEqual([own.kind, own.name, own.contentType, named.name], ['file', 'guide.pdf', 'application/pdf', 'Guide'])
  await worker.drain()
  for (const { id } of [own, named]) assert.equal((await agent.read(id)).status, 'ready')
})

test('a form repeated with its Idempotency-Key gets the same response, and another file with that key is refused', async () => {
  const agent = await newAgent()
  const send = (text: string) =>
    formOf({}, { name: 'a\0b.txt', type: 'text/plain', bytes: Buffer.from(text) })(agent.sources, {
      'idempotency-key': 'once',
    })
  const first = assertStatus(await send('walrus'), 201)
  assert.deepEqual(assertStatus(await send('walrus'), 201), first)
  assertProblem(await send('narwhal'), 422, 'request.idempotency_mismatch')
})

test('a broken form returns 400, one without content 422, and a file over 20 MB returns 413', async () => {
  const { sources } = await newAgent()
  const broken = await org.api.raw('POST', sources, 'no form', { 'content-type': 'multipart/form-data; boundary=x' })
  assertProblem(broken, 400, 'request.malformed')
  assertProblem(await formOf({ name: 'x', kind: 'file' })(sources), 422, 'request.invalid', 'file')
  const huge = { name: 'a.txt', type: 'text/plain', bytes: Buffer.alloc(20 * 1024 * 1024 + 1, 'x') }
  assertProblem(await formOf({}, huge)(sources), 413, 'request.too_large')
})

const invalid: [body: object, field: string][] = [
  [{ name: 'x', text: 'x' }, 'kind'],
  [{ kind: 'book', name: 'x', text: 'x' }, 'kind'],
  [{ kind: 'text', text: 'x' }, 'name'],
  [{ kind: 'text', name: ' ', text: 'x' }, 'name'],
  [{ kind: 'text', name: 'x'.repeat(201), text: 'x' }, 'name'],
  [{ kind: 'text', name: 'x' }, 'text'],
  [{ kind: 'text', name: 'x', text: '' }, 'text'],
  [{ kind: 'text', name: 'x', text: 7 }, 'text'],
  [{ kind: 'text', name: 'x', text: 'x'.repeat(2_000_001) }, 'text'],
  [{ kind: 'text', name: 'x', text: 'x', url: 'https://example.com' }, 'url'],
  [{ kind: 'url', name: 'x' }, 'url'],
  [{ kind: 'url', name: 'x', url: 'ftp://example.com' }, 'url'],
  [{ kind: 'url', name: 'x', url: 'https://example.com', text: 'x' }, 'text'],
  [{ kind: 'file', name: 'x' }, 'file'],
  [{ kind: 'file', name: 'x', text: 'not base64!', contentType: 'application/pdf' }, 'text'],
  [{ kind: 'file', name: 'x', file: 'text' }, 'file'],
  [{ kind: 'text', name: 'x', text: 'x', status: 'ready' }, 'status'],
]
for (const [body, field] of invalid) {
  test(`the source ${JSON.stringify(body).slice(0, 70)} returns 422 naming ${field}`, async () => {
    const { sources } = await newAgent()
    assertProblem(await org.api.post(sources, body), 422, 'request.invalid', field)
    assert.deepEqual(assertStatus(await org.api.get(sources), 200).data, [])
  })
}

test('a URL is read, and read again when it has changed; unchanged passages are not written', async () => {
  const agent = await newAgent()
  answers.set(
    '/care',
    answering('text/html', '<h1>Care</h1><p>Use warm water.</p><h2>Repair</h2><p>Call the smith.</p>'),
  )
  const { id, url } = await agent.add({ kind: 'url', name: 'Care', url: `${origin}/care` })
  assert.equal(url, `${origin}/care`)
  await worker.drain()
  assert.equal((await agent.search('warm water'))[0].title, 'Care')
  const rows = async () =>
    (
      await server.database.pool.query(
        'select id, xmin::text from knowledge_entries where source_id = $1 order by id',
        [id],
      )
    ).rows
  const [first, second] = await rows()
  answers.set(
    '/care',
    answering(
      'text/html',
      '<h1>Care</h1><p>Use warm water.</p><h2>Repair</h2><p>Call the tinker.</p><h2>End</h2><p>Bye.</p>',
    ),
  )
  const refreshed = assertStatus(await postWithEtag(org.api, `${agent.sources}/${id}/_refresh`), 200)
  assert.equal(refreshed.status, 'pending')
  assert.equal((await agent.search('smith')).length, 1, 'the old passages are found until the new ones are there')
  await worker.drain()
  assert.equal((await agent.read(id)).passageCount, 3)
  assert.deepEqual([(await agent.search('smith')).length, (await agent.search('tinker')).length], [0, 1])
  const [sameFirst, otherSecond] = await rows()
  assert.deepEqual(sameFirst, first)
  assert.notDeepEqual(otherSecond, second)
})

test('a source that shrinks loses the removed passages', async () => {
  const agent = await newAgent()
  answers.set('/list', answering('text/csv', 'Name\nwalrus\nnarwhal'))
  const { id } = await agent.add({ kind: 'url', name: 'List', url: `${origin}/list` })
  await worker.drain()
  answers.set('/list', answering('text/csv', 'Name\nwalrus'))
  await org.api.post(`${agent.sources}/${id}/_refresh`)
  await worker.drain()
  assert.deepEqual([(await agent.search('walrus')).length, (await agent.search('narwhal')).length], [1, 0])
})

const hopeless: [what: string, answer: Answer | undefined, says: RegExp][] = [
  ['that is not there', undefined, /status 404/],
  ['that shows a picture', answering('image/png', 'x'), /not HTML/],
  ['with nothing on it', answering('text/html', '<p></p>'), /no text/],
  ['with more than 20 MB', answering('text/plain', Buffer.alloc(21 * 1024 * 1024, 'x')), /20 MB/],
]
for (const [what, answer, says] of hopeless) {
  test(`a URL ${what} fails immediately and states why; passages read before remain`, async () => {
    const agent = await newAgent()
    answers.set('/page', answering('text/plain', 'The walrus sleeps.'))
    const { id } = await agent.add({ kind: 'url', name: 'Page', url: `${origin}/page` })
    await worker.drain()
    if (answer) answers.set('/page', answer)
    else answers.delete('/page')
    await org.api.post(`${agent.sources}/${id}/_refresh`)
    await worker.drain()
    const { status, lastError, passageCount } = await agent.read(id)
    assert.equal(status, 'failed')
    assert.match(lastError, says)
    assert.equal(passageCount, 1)
    assert.equal((await agent.search('walrus')).length, 1)
  })
}

test('a busy URL is retried: it becomes ready when it recovers, and failed when it does not', async () => {
  const agent = await newAgent()
  let calls = 0
  const busy =
    (recoversAt: number): Answer =>
    (request, response) => {
      if (++calls >= recoversAt) answering('text/plain', 'The walrus is back.')(request, response)
      else response.writeHead(503).end()
    }
  for (const [recoversAt, status, callsMade] of [
    [3, 'ready', 3],
    [99, 'failed', 3],
  ] as const) {
    calls = 0
    answers.set('/busy', busy(recoversAt))
    const { id } = await agent.add({ kind: 'url', name: 'Busy', url: `${origin}/busy` })
    await worker.drain()
    const first = await agent.read(id)
    assert.deepEqual([first.status, first.lastError], ['pending', 'The address returned status 503'])
    for (let tries = 0; tries < 5; tries++) {
      world.advance(300_000)
      await worker.drain()
    }
    assert.deepEqual([(await agent.read(id)).status, calls], [status, callsMade])
  }
})

test('a private address is not called unless the configuration allows it', async () => {
  const agent = await newAgent()
  const { id } = await agent.add({ kind: 'url', name: 'Inside', url: `${origin}/care` })
  await workerWith(guarded).drain()
  const { status, lastError } = await agent.read(id)
  assert.equal(status, 'failed')
  assert.match(lastError, /not a public address/)
})

test('deleting a source deletes its passages, also while it waits to be read', async () => {
  const agent = await newAgent()
  const { id } = await agent.add({ kind: 'text', name: 'Gone', text: 'The walrus was here.' })
  await worker.drain()
  const waiting = await agent.add({ kind: 'text', name: 'Never', text: 'The walrus never was.' })
  for (const deletedId of [id, waiting.id]) {
    assertStatus(await org.api.del(`${agent.sources}/${deletedId}`), 204)
    assertProblem(await org.api.get(`${agent.sources}/${deletedId}`), 404, 'resource.not_found')
    assertProblem(await org.api.post(`${agent.sources}/${deletedId}/_refresh`), 404, 'resource.not_found')
  }
  await worker.drain()
  assert.deepEqual(await agent.search('walrus'), [])
})

test('embedding of passages is scheduled when they change, and only then', async () => {
  const agent = await newAgent()
  const { id } = await agent.add({ kind: 'text', name: 'Manual', text: 'The pump needs a filter.' })
  const { pool } = server.database
  const looked = `update knowledge_embedding_states set due_at = null
    where due_at is not null and agent_key = (select agent_key from agents where org_id = $1 and id = $2)`
  const isDue = async () => (await pool.query(looked, [org.id, `agent-${made}`])).rowCount === 1
  assert.equal(await isDue(), false)
  await worker.drain()
  assert.equal(await isDue(), true)
  assertStatus(await org.api.post(`${agent.sources}/${id}/_refresh`), 200)
  await worker.drain()
  assert.equal(await isDue(), false)
  assertStatus(await org.api.del(`${agent.sources}/${id}`), 204)
  assert.equal(await isDue(), true)
})

test('the list is sorted newest first, paged, and contains only the sources of its agent', async () => {
  const agent = await newAgent()
  const other = await newAgent()
  await other.add({ kind: 'text', name: 'Theirs', text: 'x' })
  for (const name of ['one', 'two', 'three']) {
    await agent.add({ kind: 'text', name, text: 'x' })
    world.advance(1000)
  }
  const first = assertStatus(await org.api.get(`${agent.sources}?limit=2`), 200)
  const second = assertStatus(await org.api.get(`${agent.sources}?limit=2&pageToken=${first.nextPageToken}`), 200)
  assert.deepEqual(
    [...first.data, ...second.data].map(({ name }) => name),
    ['three', 'two', 'one'],
  )
  assert.equal(second.nextPageToken, undefined)
  assertProblem(await org.api.get(`${other.sources}/${first.data[0].id}`), 404, 'resource.not_found')
})

test('an agent has at most 200 sources, also when many are added concurrently', async () => {
  const agent = await newAgent()
  await server.database.pool.query(
    `insert into knowledge_sources (agent_key, id, kind, name, status, created_at, updated_at)
     select agent_key, 'src-' || n, 'text', 'x', 'ready', now(), now() from agents, generate_series(1, 195) as n
      where org_id = $1 and id = $2`,
    [org.id, `agent-${made}`],
  )
  const body = { kind: 'text', name: 'x', text: 'x' }
  const replies = await Promise.all(Array.from({ length: 10 }, () => org.api.post(agent.sources, body)))
  assert.equal(replies.filter(({ status }) => status === 201).length, 5)
  for (const reply of replies.filter(({ status }) => status !== 201)) assertProblem(reply, 409, 'resource.conflict')
})
