import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Parley, ParleyUnreachable } from '../index.ts'
import { apiKey, collectToArray, createStubClient, json } from '../testing/answers.ts'

const agentOf = ({ parley }: Pick<ReturnType<typeof createStubClient>, 'parley'>) =>
  parley.org('demo').agent('front desk')

test('a call goes to its filled path template with the token and the user agent', async () => {
  const one = createStubClient(() => json({ data: [] }), { userAgent: 'example/1', svcAgent: 'copilot' })
  await agentOf(one).get('/people', { query: { q: 'ada & co', limit: 2, tag: undefined } })
  const [{ method, url, headers, redirect }] = one.sent as [(typeof one.sent)[0]]
  assert.deepEqual(
    [method, url, redirect],
    ['GET', 'http://parley.example.com/v1/orgs/demo/agents/front%20desk/people?q=ada+%26+co&limit=2', 'error'],
  )
  assert.equal(headers.get('authorization'), `Bearer ${apiKey}`)
  assert.deepEqual([headers.get('user-agent'), headers.get('x-svc-agent')], ['example/1', 'copilot'])
  assert.equal(headers.has('content-type') || headers.has('idempotency-key'), false)
})

test('a client of a draft sends its id with every call, and the client of the agent does not', async () => {
  const one = createStubClient(() => json({ text: 'Warm.' }))
  const agent = agentOf(one)
  await agent.draft('dft_01').get('/personality')
  await agent.draft('dft_01').put('/personality', { body: { text: 'Brief.' }, headers: { 'If-Match': '"1"' } })
  await agent.get('/personality')
  assert.deepEqual(
    one.sent.map(({ headers }) => [headers.get('x-svc-draft'), headers.get('if-match')]),
    [
      ['dft_01', null],
      ['dft_01', '"1"'],
      [null, null],
    ],
  )
})

test('a client of a draft that works on live elsewhere sends its id only where the configuration is meant', async () => {
  const one = createStubClient(() => json({ data: [] }))
  const draft = agentOf(one).draft('dft_01', { elsewhere: 'live' })
  await draft.get('')
  await draft.get('/people')
  await draft.raw('GET', '/export')
  await draft.patch('/playbooks/{playbookId}', { path: { playbookId: 'general' }, body: { name: 'General' } })
  await draft.post('/tests/runs', { body: {} })
  assert.deepEqual(
    one.sent.map(({ headers }) => headers.get('x-svc-draft')),
    ['dft_01', null, 'dft_01', 'dft_01', null],
  )
})

test('the version is appended to the base address once, whatever the address', async () => {
  for (const url of ['http://p.example.com', 'http://p.example.com/', 'http://p.example.com/v1/']) {
    const one = createStubClient(() => json({}), { url })
    await one.parley.get('/me')
    assert.equal(one.sent[0]?.url, 'http://p.example.com/v1/me')
  }
  const behindProxy = createStubClient(() => json({}), { url: 'https://example.com/parley' })
  await behindProxy.gateway.get('/webhook')
  assert.equal(behindProxy.sent[0]?.url, 'https://example.com/parley/v4/webhook')
})

test('a parameter cannot change the path around it', async () => {
  const one = createStubClient(() => json({}))
  await one.parley.org('demo').agent('../../x?y').get('')
  assert.equal(one.sent[0]?.url, 'http://parley.example.com/v1/orgs/demo/agents/..%2F..%2Fx%3Fy')
  assert.throws(() => one.parley.org('..').get('/api-keys'), /path\.org cannot be/)
  assert.throws(() => one.parley.org('').get('/api-keys'), /path\.org is missing/)
})

test('a POST has its own idempotency key, the same on every attempt; another call has another', async () => {
  const one = createStubClient((_, nth) => (nth === 1 ? json({}, 502) : json({ id: 'p' }, 201)))
  await agentOf(one).post('/people', { body: { firstName: 'Ada' } })
  await agentOf(one).post('/people', { body: { firstName: 'Ada' }, idempotencyKey: 'mine' })
  const keys = one.sent.map(({ headers }) => headers.get('idempotency-key'))
  assert.match(keys[0] ?? '', /^[\da-f-]{36}$/)
  assert.deepEqual(keys, [keys[0], keys[0], 'mine'])
  assert.deepEqual(one.sent[0]?.body, '{"firstName":"Ada"}')
})

test('a call sends no idempotency key if the API accepts none', async () => {
  const one = createStubClient(() => json({}))
  await one.parley.post('/auth/sign-in', { body: { email: 'ada@example.com', password: 'quiet harbour' } })
  await one.gateway.post('/compile', { body: { aml: 'Hello' } })
  assert.ok(one.sent.every(({ headers }) => !headers.has('idempotency-key')))
})

test('undefined values are omitted, and text, files and forms are sent unchanged', async () => {
  const one = createStubClient(() => new Response(null, { status: 204 }))
  assert.equal(await agentOf(one).delete('/people/{personId}', { path: { personId: 'p' } }), undefined)
  const form = new FormData()
  await agentOf(one).post('/people/import', { body: 'firstName\nAda', headers: { 'Content-Type': 'text/csv' } })
  await agentOf(one).post('/media', { body: form })
  const [, csv, media] = one.sent
  assert.deepEqual([csv?.body, csv?.headers.get('content-type')], ['firstName\nAda', 'text/csv'])
  assert.equal(media?.body, form)
  assert.equal(media?.headers.has('content-type'), false, 'the boundary is for fetch to draw')
})

test('each item of a list is returned once, with page tokens', async () => {
  const one = createStubClient((_, nth) =>
    json(nth < 3 ? { data: [{ id: nth }], nextPageToken: `t${nth}` } : { data: [] }),
  )
  const people = await collectToArray(agentOf(one).each('/people', { query: { q: 'a' } }))
  assert.deepEqual(people, [{ id: 1 }, { id: 2 }])
  assert.deepEqual(
    one.sent.map(({ url }) => new URL(url).search),
    ['?q=a', '?q=a&pageToken=t1', '?q=a&pageToken=t2'],
  )
})

test('each item of a list is returned once, with the id of the last item as cursor', async () => {
  const one = createStubClient((_, nth) => json({ data: [{ id: `r${nth}` }], hasMore: nth < 2 }))
  const path = { campaignId: 'c' }
  const recipients = await collectToArray(agentOf(one).each('/campaigns/{campaignId}/recipients', { path }))
  assert.deepEqual(recipients, [{ id: 'r1' }, { id: 'r2' }])
  assert.equal(new URL(one.sent[1]?.url ?? '').search, '?startingAfter=r1')
})

test('the client requests a page only when it needs it', async () => {
  const one = createStubClient((_, nth) => json({ data: [{ id: 'a' }, { id: 'b' }], nextPageToken: `t${nth}` }))
  for await (const _ of agentOf(one).each('/people')) break
  assert.equal(one.sent.length, 1)
})

test('a response that is not JSON is returned as it is', async () => {
  const one = createStubClient(() => new Response('name: Front desk', { headers: { etag: '"1"' } }))
  const response = await agentOf(one).raw('GET', '/export', { headers: { Accept: 'application/yaml' } })
  assert.deepEqual([await response.text(), response.headers.get('etag')], ['name: Front desk', '"1"'])
  assert.equal(one.sent[0]?.headers.get('accept'), 'application/yaml')
})

const path = { run: 'r' }
type Begin = (controller: ReadableStreamDefaultController) => void
test('events are returned one by one with their parsed JSON', async () => {
  const stream = 'id: 7\nevent: progress\ndata: {"done":1}\n\n: alive\n\ndata: two\ndata: lines\n\ndata: cut'
  const headers = { 'content-type': 'text/event-stream; charset=utf-8' }
  const one = createStubClient(() => new Response(stream, { headers }))
  assert.deepEqual(await collectToArray(agentOf(one).events('/tests/runs/{run}/progress', { path })), [
    { event: 'progress', data: { done: 1 }, id: '7' },
    { event: 'message', data: 'two\nlines', id: '7' },
  ])
})

test('a consumer that stops listening closes the connection', async () => {
  let cancelled = false
  const bytes = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
    cancel() {
      cancelled = true
    },
  })
  const headers = { 'content-type': 'text/event-stream' }
  const one = createStubClient(() => new Response(bytes, { headers }))
  for await (const { data } of agentOf(one).events('/tests/runs/{run}/progress', { path })) {
    assert.equal(data, 1)
    break
  }
  assert.equal(cancelled, true)
})

test('a stream that breaks off or falls silent throws; an aborted one ends with its reason', async () => {
  const headers = { 'content-type': 'text/event-stream' }
  const listen = async (start: Begin, { timeoutMs, signal }: { timeoutMs?: number; signal?: AbortSignal } = {}) => {
    const one = createStubClient(() => new Response(new ReadableStream({ start }), { headers }), { timeoutMs })
    const events = agentOf(one).events('/tests/runs/{run}/progress', { path, signal })
    return collectToArray(events).catch((error: unknown) => error)
  }
  const cut = await listen((controller) => controller.error(new TypeError('terminated')))
  const silent = await listen(() => {}, { timeoutMs: 20 })
  assert.deepEqual(
    [cut, silent].map((error) => error instanceof ParleyUnreachable && error.reason),
    ['cut', 'timeout'],
  )
  const stop = new AbortController()
  const stopped = listen((controller) => {
    stop.signal.addEventListener('abort', () => controller.error(stop.signal.reason))
    setTimeout(() => stop.abort(new Error('enough')))
  }, stop)
  assert.match(String(await stopped), /enough/)
})

test('a call may have its own timeout', async () => {
  const hanging = (stop?: AbortSignal | null) =>
    new Promise<Response>((_, reject) => stop?.addEventListener('abort', () => reject(stop.reason)))
  const parley = new Parley({
    ...{ url: 'http://parley.example.com', apiKey, retries: 0 },
    fetch: (_, init) => hanging(init?.signal),
  })
  await assert.rejects(parley.get('/me', { timeoutMs: 20 }), { reason: 'timeout' })
  const silent = createStubClient(
    () => new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } }),
  )
  const events = agentOf(silent).events('/tests/runs/{run}/progress', { path, timeoutMs: 20 })
  await assert.rejects(collectToArray(events), { reason: 'timeout' })
})
