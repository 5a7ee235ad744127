import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createActionsBench, openToolService } from '../../testing/actions-bench.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../testing/client.ts'
import { openEverythingServer, openMemoryServer } from '../../testing/mcp-servers.ts'

/** Integrations with MCP servers that others publish, and with services that have an OpenAPI document. */

const bench = await createActionsBench()
const agent = await bench.agent('sms')
const { asid } = await bench.createPerson(agent)
const service = await openToolService()

type Called = { integrationId: string; tool: string; given?: Record<string, unknown>; eventId?: string }

async function call({ integrationId, tool, given = {}, eventId }: Called) {
  const actions = await bench.createActions(agent, asid, eventId)
  const signal = new AbortController().signal
  return actions.callIntegrationTool({ integrationId, tool, given, calledBy: 'flow', playbookId: 'general', signal })
}

const put = (id: string, body: object) => agent.api.put(`/integrations/${id}`, body)
const read = async (id: string): Promise<ReplyBody> => assertStatus(await agent.api.get(`/integrations/${id}`), 200)
const namesOf = ({ tools }: ReplyBody): string[] => tools.map(({ name }: { name: string }) => name).sort()

const getOrder = { operationId: 'getOrder', summary: 'Reads an order.', responses: {} }
const sentOrder = {
  required: true,
  content: {
    'application/json': { schema: { type: 'object', required: ['item'], properties: { item: { type: 'string' } } } },
  },
}
const buildDocument = (url: string, more: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  servers: [{ url }],
  paths: {
    '/orders/{orderId}': { get: getOrder },
    '/orders': {
      get: {
        operationId: 'listOrders',
        parameters: [
          { name: 'status', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
          { name: 'filter', in: 'query', style: 'deepObject', schema: { type: 'object' } },
        ],
        responses: {},
      },
      post: { operationId: 'createOrder', requestBody: sentOrder, responses: {} },
    },
    ...more,
  },
})

test('the reference MCP server is read over streamable HTTP, and its tools can be called', async () => {
  const { url } = await openEverythingServer()
  const made = assertStatus(await put('everything', { kind: 'mcp', name: 'Everything', url }), 201)
  assert.deepEqual([made.status, made.auth], ['ok', { set: false }])
  assert.ok(namesOf(made).includes('echo'))
  assert.deepEqual(await call({ integrationId: 'everything', tool: 'echo', given: { message: 'ahoy' } }), {
    ok: true,
    value: 'Echo: ahoy',
  })
  assert.deepEqual(await call({ integrationId: 'everything', tool: 'no-such-tool' }), {
    ok: false,
    reason: 'The integration no longer has this tool.',
  })
  const allowed = assertStatus(await put('everything', { kind: 'mcp', name: 'E', url, allow: ['echo', 'ghost'] }), 200)
  assert.deepEqual([namesOf(allowed), allowed.allow], [['echo'], ['echo', 'ghost']])
})

test('a secret that a server returns is masked before its answer is cut', async () => {
  const { url } = await openEverythingServer()
  const secret = 'sk-0123456789-abcdefghij'
  const auth = { type: 'bearer', secret }
  assertStatus(await put('echo', { kind: 'mcp', name: 'Echo', url, auth }), 201)
  for (const before of [16_340, 16_350, 16_360, 16_370]) {
    const message = `${'x'.repeat(before)}${secret}`
    const answered = await call({ integrationId: 'echo', tool: 'echo', given: { message } })
    assert.ok(answered.ok)
    assert.doesNotMatch(JSON.stringify(answered.value), /sk-0/)
  }
})

test('a call is made once per event, and again for another event', async () => {
  const { url, calls } = await openMemoryServer()
  assertStatus(await put('memory', { kind: 'mcp', name: 'Memory', url }), 201)
  const entities = [{ name: 'Ada', entityType: 'person', observations: ['sails'] }]
  const create = { integrationId: 'memory', tool: 'create_entities', given: { entities } }
  const [first, again] = [await call({ ...create, eventId: 'm-1' }), await call({ ...create, eventId: 'm-1' })]
  assert.equal(first.ok, true)
  assert.deepEqual(again, first)
  assert.deepEqual(calls, ['create_entities'])
  assert.equal((await call({ ...create, eventId: 'm-2' })).ok, true)
  const graph = { integrationId: 'memory', tool: 'read_graph', eventId: 'm-3' }
  assert.match(JSON.stringify(await call(graph)), /Ada/)
  assert.deepEqual(calls, ['create_entities', 'create_entities', 'read_graph'])
})

test('a call whose worker died, or that got no answer, is unknown and not repeated', async () => {
  const document = buildDocument(service.url)
  assertStatus(await put('shop', { kind: 'openapi', name: 'Shop', document }), 201)
  service.answer = () => ({ body: '{"id":7}' })
  const create = { integrationId: 'shop', tool: 'createOrder', given: { item: 'Sloop' }, eventId: 'u-1' }
  assert.deepEqual(await call(create), { ok: true, value: { id: 7 } })
  await bench.pool.query(`update tool_binding_calls set state = 'running' where event_id = 'u-1'`)
  const before = service.calls.length
  const repeated = await call(create)
  assert.match(JSON.stringify(repeated), /is unknown, so it is not repeated/)
  assert.equal(service.calls.length, before)
})

test('an operation is called with its parameters where they belong, its body, and its credential', async () => {
  const document = buildDocument(`${service.url}/v1`)
  const auth = { type: 'header', header: 'X-Key', secret: 'key-of-the-shop' }
  const made = assertStatus(await put('api', { kind: 'openapi', name: 'Api', document, auth }), 201)
  assert.deepEqual(made.auth, { type: 'header', header: 'X-Key', set: true, last4: 'shop' })
  assert.deepEqual(namesOf(made), ['createOrder', 'getOrder', 'listOrders'])
  service.answer = ({ headers }) => ({ body: JSON.stringify({ echo: headers['x-key'], big: 'x'.repeat(40_000) }) })
  const got = await call({ integrationId: 'api', tool: 'getOrder', given: { orderId: 'a/b c' } })
  assert.ok(got.ok)
  assert.equal((got.value as ReplyBody).echo, '***')
  assert.ok(JSON.stringify(got.value).length <= 16 * 1024)
  const given = { status: ['open', 'sent'], filter: { city: 'Kiel' } }
  await call({ integrationId: 'api', tool: 'listOrders', given })
  await call({ integrationId: 'api', tool: 'createOrder', given: { item: 'Sloop' } })
  const [one, list, create] = service.calls.slice(-3)
  assert.deepEqual([one?.method, one?.path, one?.headers['x-key']], ['GET', '/v1/orders/a%2Fb%20c', 'key-of-the-shop'])
  assert.equal(list?.path, '/v1/orders?status=open&status=sent&filter%5Bcity%5D=Kiel')
  assert.deepEqual([create?.method, create?.path, create?.body], ['POST', '/v1/orders', { item: 'Sloop' }])
})

test('an argument cannot leave the path of its operation', async () => {
  const before = service.calls.length
  for (const orderId of ['..', '.', '']) {
    const refused = await call({ integrationId: 'api', tool: 'getOrder', given: { orderId } })
    assert.match(JSON.stringify(refused), /must not be empty or consist of dots/)
  }
  assert.equal(service.calls.length, before)
})

test('a redirect to another host is not followed, and an error of the service is a failure without the secret', async () => {
  const other = await openToolService()
  service.answer = () => ({ status: 307, headers: { location: `${other.url}/orders` } })
  const redirected = await call({ integrationId: 'api', tool: 'createOrder', given: { item: 'Yawl' } })
  assert.match(JSON.stringify(redirected), /redirects to another address/)
  assert.equal(other.calls.length, 0)
  service.answer = ({ headers }) => ({ status: 422, body: `no ${headers['x-key']}` })
  assert.deepEqual(await call({ integrationId: 'api', tool: 'createOrder', given: { item: 'Ketch' } }), {
    ok: false,
    reason: 'The service answered with an error (422): no ***',
  })
})

test('a secret is kept when it is left out, and needed again when the origin changes', async () => {
  const document = buildDocument(`${service.url}/v1`)
  const body = { kind: 'openapi', name: 'Api', document }
  assert.equal(assertStatus(await put('api', body), 200).auth.set, true)
  const elsewhere = { ...body, serverUrl: 'https://evil.example.com' }
  assertProblem(await put('api', elsewhere), 422, 'request.invalid', 'integration.auth.secret')
  assertProblem(
    await put('api', { ...body, document: buildDocument('https://evil.example.com') }),
    422,
    'request.invalid',
    'integration.auth.secret',
  )
  const http = { description: 'x', endpoint: { url: `${service.url}/x` } }
  assertProblem(await put('api', http), 422, 'request.invalid', 'integration.authHeader')
  assert.equal((await read('api')).auth.set, true)
  const cleared = { ...elsewhere, auth: { type: 'bearer', secret: null } }
  assert.deepEqual(assertStatus(await put('api', cleared), 200).auth, { type: 'bearer', set: false })
})

test('an import that moves an integration to another origin drops its secret', async () => {
  const auth = { type: 'bearer', secret: 'secret-of-the-import' }
  assertStatus(await put('moved', { kind: 'openapi', name: 'M', document: buildDocument(service.url), auth }), 201)
  const exported = assertStatus(await agent.api.get('/export?format=json'), 200)
  assert.equal(JSON.stringify(exported).includes('secret-of-the-import'), false)
  assert.equal(JSON.stringify(exported).includes('refreshedAt'), false)
  assertStatus(await agent.api.post('/import', { integrations: exported.integrations }), 200)
  assert.equal((await read('moved')).auth.set, true)
  const custom = exported.integrations.custom.map((one: ReplyBody) =>
    one.id === 'moved' ? { ...one, serverUrl: 'https://evil.example.com' } : one,
  )
  assertStatus(await agent.api.post('/import', { integrations: { custom } }), 200)
  const moved = await read('moved')
  assert.deepEqual([moved.auth.set, namesOf(moved).length], [false, 3])
})

test('a document that is read again may lose operations, which is a warning of the flows that call them', async () => {
  let document = buildDocument(service.url)
  service.answer = () => ({ body: JSON.stringify(document) })
  assertStatus(await put('docs', { kind: 'openapi', name: 'Docs', documentUrl: `${service.url}/openapi.json` }), 201)
  const playbook = (action: string) => ({
    name: 'Docs',
    body: 'Help.',
    uses: ['integration:docs'],
    flow: { steps: [{ action, with: { orderId: '1' } }, { end: { outcome: 'done' } }] },
  })
  const unknown = await agent.api.post('/playbooks', { id: 'docs', ...playbook('integration:docs.fly') })
  assertProblem(unknown, 422, 'agent.playbook.flow_invalid')
  assert.match(JSON.stringify(unknown.body), /flow\.integration\.tool_unknown/)
  assertStatus(await agent.api.post('/playbooks', { id: 'docs', ...playbook('integration:docs.getOrder') }), 201)
  document = { ...document, paths: { '/orders': document.paths['/orders'] } as typeof document.paths }
  const refreshed = assertStatus(await agent.api.post('/integrations/docs/_refresh'), 200)
  assert.deepEqual(namesOf(refreshed), ['createOrder', 'listOrders'])
  const { data } = assertStatus(await agent.api.get('/lint'), 200)
  const [finding] = data.filter(({ code }: ReplyBody) => code === 'flow.integration.tool_unknown')
  assert.equal(finding?.severity, 'warning')
  service.answer = () => ({ status: 503, body: '' })
  const down = assertStatus(await agent.api.post('/integrations/docs/_refresh'), 200)
  assert.deepEqual([down.status, namesOf(down).length, down.refreshedAt], ['unreachable', 2, refreshed.refreshedAt])
  document = buildDocument('https://elsewhere.example.com')
  service.answer = () => ({ body: JSON.stringify(document) })
  assertStatus(await put('docs', { ...(await read('docs')), auth: { type: 'bearer', secret: 'kept-by-docs' } }), 200)
  document = buildDocument(service.url)
  const moved = assertStatus(await agent.api.post('/integrations/docs/_refresh'), 200)
  assert.deepEqual([moved.status, moved.auth.set], ['unauthorized', true])
  assert.match(moved.statusDetail, /another server/)
})

const refused: [title: string, body: object, field: string][] = [
  ['of an unknown kind', { kind: 'soap' }, 'integration.kind'],
  ['with a document and its URL', { kind: 'openapi', name: 'X', document: buildDocument('https://a.example'), documentUrl: 'https://a.example' }, 'integration.documentUrl'],
  ['without a document', { kind: 'openapi', name: 'X' }, 'integration.document'],
  ['with an unknown operation', { kind: 'openapi', name: 'X', document: buildDocument('https://a.example'), operations: ['fly'] }, 'integration.operations[0]'],
  ['with a header that Parley sets', { kind: 'mcp', name: 'X', url: 'https://a.example', auth: { type: 'header', header: 'Host', secret: 'x' } }, 'integration.auth.header'],
  ['with a secret that breaks the header', { kind: 'mcp', name: 'X', url: 'https://a.example', auth: { type: 'bearer', secret: 'a\nb' } }, 'integration.auth.secret'],
  ['with a password in the URL', { kind: 'mcp', name: 'X', url: 'https://a:b@a.example' }, 'integration.url'],
] // biome-ignore format: one line per case
for (const [title, body, field] of refused) {
  test(`an integration ${title} is refused`, async () => {
    assertProblem(await put('refused', body), 422, 'request.invalid', field)
    assertProblem(await agent.api.get('/integrations/refused'), 404, 'tool.not_found')
  })
}

test('a server that does not speak the protocol is unreachable, one that refuses unauthorized; neither stops a write', async () => {
  service.answer = () => ({ type: 'text/html', body: '<html>' })
  const page = assertStatus(await put('page', { kind: 'mcp', name: 'Page', url: service.url }), 201)
  assert.deepEqual([page.status, page.tools, page.refreshedAt], ['unreachable', [], undefined])
  service.answer = () => ({ status: 401, body: '' })
  const closed = assertStatus(await agent.api.post('/integrations/page/_refresh'), 200)
  assert.deepEqual([closed.status, typeof closed.statusDetail], ['unauthorized', 'string'])
  assertProblem(await agent.api.post('/integrations/ghost/_refresh'), 404, 'tool.not_found')
})
