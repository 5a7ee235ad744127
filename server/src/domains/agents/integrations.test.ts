import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertInvalid, assertRefusedUnchanged, createTestAgent } from '../../testing/agent.ts'
import { createTestApp } from '../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../testing/client.ts'
import { harborAgent } from '../../testing/harbor-agent.ts'

const server = await createTestApp()
const plain = await createTestAgent(server)
const record = { description: 'Looks up an order', endpoint: { url: 'https://example.com/orders' } }
const expected = {
  id: 'orders',
  kind: 'http',
  name: 'orders',
  description: record.description,
  parameters: {},
  endpoint: { url: record.endpoint.url, method: 'POST' },
  auth: { set: false },
}

test('PUT creates an integration with 201 and its defaults filled in, and replaces it with 200', async () => {
  const agent = await createTestAgent(server)
  assert.deepEqual(assertStatus(await agent.put('/integrations/orders', record), 201), expected)
  assert.deepEqual(assertStatus(await agent.get('/integrations/orders'), 200), expected)
  assert.deepEqual(assertStatus(await agent.get('/integrations'), 200), { data: [expected] })
  const parameters = { type: 'object', properties: { number: { type: 'string' } }, required: ['number'] }
  const next = {
    id: 'orders',
    name: 'Orders',
    description: 'D',
    parameters,
    endpoint: { url: 'http://example.com', method: 'PATCH' },
  }
  assert.deepEqual(assertStatus(await agent.put('/integrations/orders', next), 200), {
    ...next,
    kind: 'http',
    auth: { set: false },
  })
  assert.deepEqual(assertStatus(await agent.put('/integrations/orders', record), 200), expected)
})

test('a string stores the credential, omitting it keeps it, null clears it, and the list shows it redacted', async () => {
  const agent = await createTestAgent(server)
  const put = async (body: object) => (await agent.put('/integrations/orders', { ...record, ...body })).body.auth
  assert.deepEqual(await put({ authHeader: 'Bearer abcdef9f3c' }), { set: true, last4: '9f3c' })
  assert.deepEqual(await put({}), { set: true, last4: '9f3c' })
  assert.deepEqual((await agent.get('/integrations')).body.data[0].auth, { set: true, last4: '9f3c' })
  assert.deepEqual(await put({ auth: { set: false } }), { set: true, last4: '9f3c' })
  assert.deepEqual(await put({ authHeader: null }), { set: false })
})

test('DELETE returns 204 and deletes the credential: a new integration with the same id has none', async () => {
  const agent = await createTestAgent(server)
  await agent.put('/integrations/orders', { ...record, authHeader: 'Bearer abcdef9f3c' })
  assertStatus(await agent.del('/integrations/orders'), 204)
  assertProblem(await agent.get('/integrations/orders'), 404, 'tool.not_found')
  assertProblem(await agent.del('/integrations/orders'), 404, 'tool.not_found')
  assert.deepEqual(assertStatus(await agent.put('/integrations/orders', record), 201).auth, { set: false })
})

test('integration ids are case-sensitive, and any id of 1 to 64 allowed characters is valid', async () => {
  const agent = await createTestAgent(server)
  const ids = ['a', 'A', '_-_', 'x'.repeat(64), '__proto__', 'constructor', '0']
  for (const id of ids) {
    assert.equal(assertStatus(await agent.put(`/integrations/${id}`, record), 201).id, id)
    assert.equal(assertStatus(await agent.get(`/integrations/${id}`), 200).id, id)
  }
  const listed = (await agent.get('/integrations')).body.data.map(({ id }: { id: string }) => id)
  assert.deepEqual(listed, ids.toReversed(), 'newest first')
})

for (const id of ['a.b', 'a%20b', 'a%2Fb', '%C3%BC', 'x'.repeat(65)]) {
  test(`the id ${id.slice(0, 20)} in the path returns 422 at integration.id on PUT and 404 on GET and DELETE`, async () => {
    await assertInvalid(plain, `/integrations/${id}`, record, 'integration.id')
    assertProblem(await plain.get(`/integrations/${id}`), 404, 'tool.not_found')
    assertProblem(await plain.del(`/integrations/${id}`), 404, 'tool.not_found')
  })
}

const endpoint = (change: object) => ({ endpoint: { ...record.endpoint, ...change } })
const faults: [title: string, change: object, field: string][] = [
  ['another id in the body', { id: 'other' }, 'id'],
  ['an id of the wrong type', { id: 7 }, 'id'],
  ['no description', { description: undefined }, 'description'],
  ['an empty description', { description: ' ' }, 'description'],
  ['an empty name', { name: '' }, 'name'],
  ['no endpoint', { endpoint: undefined }, 'endpoint'],
  ['an endpoint that is a text', { endpoint: 'https://example.com' }, 'endpoint'],
  ['no address', endpoint({ url: undefined }), 'endpoint.url'],
  ['an address of another protocol', endpoint({ url: 'ftp://example.com' }), 'endpoint.url'],
  ['an invalid address', endpoint({ url: 'example.com/orders' }), 'endpoint.url'],
  ['a GET', endpoint({ method: 'GET' }), 'endpoint.method'],
  ['a method in small letters', endpoint({ method: 'post' }), 'endpoint.method'],
  ['a credential on the endpoint', endpoint({ authHeader: 'canary' }), 'endpoint.authHeader'],
  ['headers on the endpoint', endpoint({ headers: { authorization: 'canary' } }), 'endpoint.headers'],
  ['a credential in the record', { auth: 'canary' }, 'auth'],
  ['a credential next to the redacted state', { auth: { set: true, value: 'canary' } }, 'auth.value'],
  ['an empty credential', { authHeader: '' }, 'authHeader'],
  ['a credential that is not a string', { authHeader: ['canary'] }, 'authHeader'],
  ['parameters that are a list', { parameters: [] }, 'parameters'],
  ['parameters that are null', { parameters: null }, 'parameters'],
  ['parameters of no object', { parameters: { type: 'array' } }, 'parameters'],
  ['an unknown type in its parameters', { parameters: { properties: { a: { type: 'money' } } } }, 'parameters'],
  ['parameters that are not a schema', { parameters: { required: 'number' } }, 'parameters'],
  ['parameters beyond all measure', { parameters: { description: 'x'.repeat(20_001) } }, 'parameters'],
  ['an unknown field', { timeout: 3 }, 'timeout'],
] // biome-ignore format: one table
for (const [title, change, field] of faults) {
  test(`an integration with ${title} returns 422 at integration.${field}`, async () => {
    const refused = await assertInvalid(plain, '/integrations/orders', { ...record, ...change }, `integration.${field}`)
    assert.ok(!JSON.stringify(refused).includes('canary'))
    assert.deepEqual((await plain.get('/integrations')).body, { data: [] })
  })
}

test('an agent can have a hundred integrations; one more returns 409', async () => {
  const agent = await createTestAgent(server)
  const custom = Array.from({ length: 100 }, (_, index) => ({ id: `i${index}`, ...record }))
  assertStatus(await agent.post('/import', { integrations: { custom } }), 200)
  await assertRefusedUnchanged(agent, () => agent.put('/integrations/more', record), [409, 'resource.conflict'])
  assertStatus(await agent.put('/integrations/i0', { ...record, description: 'Replaced' }), 200)
})

test('an integration that a playbook uses or a flow calls cannot be deleted, and its credential remains', async () => {
  const agent = await createTestAgent(server, harborAgent)
  await agent.put('/integrations/orders', { ...record, authHeader: 'Bearer abcdef9f3c' })
  const { errors } = await assertRefusedUnchanged(agent, () => agent.del('/integrations/orders'), [
    409,
    'agent.integrity_conflict',
  ])
  assert.deepEqual(errors.map(({ field }: ReplyBody) => field).sort(), [
    'playbooks[1].flow.steps[2].action',
    'playbooks[1].uses[2]',
  ])
  assert.deepEqual((await agent.get('/integrations/orders')).body.auth, { set: true, last4: '9f3c' })
})
