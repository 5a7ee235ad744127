import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestAgent } from '../testing/agent.ts'
import { createTestApp } from '../testing/app.ts'
import { createAssistant } from '../testing/assistant.ts'
import { assertProblem, assertStatus, createTestClient, type ReplyBody } from '../testing/client.ts'

/** Access to `/mcp`, and the tools that each caller sees. */

const server = await createTestApp()
const agent = await createTestAgent(server)
const org = { id: agent.orgId, path: `/orgs/${agent.orgId}`, api: agent.client }
const names = (tools: ReplyBody[]): string[] => tools.map(({ name }) => name)

test('without a valid token the endpoint reveals nothing', async () => {
  const list = { method: 'tools/list', params: {} }
  for (const client of [server.anyone, server.anyone.as('sk-svc-nonsense')]) {
    const reply = await createAssistant(server, client).send(list)
    assertProblem(reply, 401, 'auth.unauthenticated')
    assert.match(reply.headers['www-authenticate'] ?? '', /^Bearer .*resource_metadata="http:/)
  }
  const { token } = assertStatus(await agent.post('/emulator-sessions'), 201)
  assertProblem(await createAssistant(server, server.anyone.as(token)).send(list), 403, 'auth.emulator_grant.forbidden')
})

test('requests from other origins are refused, whatever their token', async () => {
  const from = (origin: string) =>
    createAssistant(server, agent.client, { headers: { origin } }).send({ method: 'tools/list', params: {} })
  assertStatus(await from(new URL(server.context.config.publicUrl).origin), 200)
  for (const origin of ['http://evil.example.com', 'null', 'http://127.0.0.1:1'])
    assertProblem(await from(origin), 403, 'auth.forbidden')
})

test('there is no session to open, subscribe to or end', async () => {
  const { token } = agent.client
  for (const method of ['GET', 'DELETE']) {
    const reply = await createTestClient(server.app, token, '').raw(method, '/mcp', '', { accept: 'text/event-stream' })
    assert.deepEqual([reply.status, reply.headers.allow], [405, 'POST'])
  }
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const reply = await createAssistant(server, agent.client).send({ method: 'initialize', params })
  assert.equal(reply.body.result.serverInfo.name, 'parley')
  assert.match(reply.headers['content-type'] ?? '', /^application\/json/)
  assert.equal(reply.headers['mcp-session-id'], undefined)
})

test('a body that is too large or not a message is refused', async () => {
  const assistant = createAssistant(server, agent.client)
  const large = await assistant.send({ method: 'tools/list', params: { filler: 'x'.repeat(1024 * 1024) } })
  assertProblem(large, 413, 'request.too_large')
  const raw = (payload: string, type = 'application/json') =>
    createTestClient(server.app, agent.client.token, '').raw('POST', '/mcp', payload, {
      'content-type': type,
      accept: 'application/json, text/event-stream',
    })
  assert.equal((await raw('{')).body.error.code, -32_700)
  assert.equal((await raw('{}', 'text/plain')).status, 415)
  const unknown = await assistant.send({ method: 'tools/call', params: { name: 'delete_everything', arguments: {} } })
  assert.equal(unknown.body.error.code, -32_602)
})

test('each caller sees the tools that their role and scopes allow, and no more', async () => {
  const listToolNames = async (client: typeof agent.client) => names(await createAssistant(server, client).tools())
  const all = await listToolNames(agent.client)
  assert.ok(all.includes('send_outreach') && all.includes('list_people') && all.includes('import_agent'))

  const reader = await listToolNames(await server.key(org, ['agents:read']))
  assert.ok(['list_agents', 'read_section', 'export_agent', 'try_conversation'].every((name) => reader.includes(name)))
  assert.ok(!['list_people', 'replace_facts', 'import_agent', 'list_turns'].some((name) => reader.includes(name)))

  const crm = await listToolNames(await server.key(org, ['people:write']))
  assert.ok(['list_people', 'create_person', 'book_appointment'].every((name) => crm.includes(name)))
  assert.ok(!['list_agents', 'read_section', 'start_campaign'].some((name) => crm.includes(name)))

  const viewer = await listToolNames(await server.member(org, 'viewer'))
  assert.ok(viewer.includes('list_people') && !viewer.includes('create_person'))
  assert.deepEqual(await listToolNames(server.system), ['whoami', 'preview_aml', 'list_catalog'])
  assert.deepEqual(await listToolNames(await server.key(org, ['integrations:journey'])), ['whoami', 'preview_aml'])
})

test('the API refuses a hidden tool, and the refusal names what is missing', async () => {
  const assistant = createAssistant(server, await server.key(org, ['agents:read']))
  const { isError, content } = await assistant.call('create_person', { agent: agent.id, firstName: 'Ada' })
  assert.ok(isError)
  assert.deepEqual([content.status, content.code], [403, 'auth.scope_missing'])
  assert.match(content.message, /people:write/)
  assert.ok(content.next)
  const viewer = createAssistant(server, await server.member(org, 'viewer'))
  assert.equal((await viewer.call('replace_personality', { text: 'Rude.' })).content.code, 'auth.forbidden')
})

test('in read-only mode every listed tool only reads, and calling any other does nothing', async () => {
  for (const door of [{ query: '?readOnly=true' }, { headers: { 'x-parley-read-only': 'true' } }]) {
    const assistant = createAssistant(server, agent.client, door)
    const tools = await assistant.tools()
    assert.ok(tools.length > 20 && tools.every(({ annotations }) => annotations.readOnlyHint))
    assert.ok(['preview_aml', 'send_outreach', 'import_agent'].every((name) => names(tools).includes(name)))
    const importing = tools.find(({ name }) => name === 'import_agent')
    assert.deepEqual(Object.keys(importing.inputSchema.properties), ['agent', 'document'])
    const refused = await assistant.call('create_person', { firstName: 'Nobody' })
    assert.deepEqual([refused.isError, refused.content.message], [true, 'This connection is read-only'])
    assert.equal((await assistant.call('lint_agent')).isError, false)
  }
  assert.deepEqual(assertStatus(await agent.get('/people'), 200).data, [])
})

test('a connection for one agent sees no other agent and nothing of the org', async () => {
  assertStatus(await org.api.post(`${org.path}/agents`, { name: 'Second', id: 'second' }), 201)
  const anywhere = createAssistant(server, agent.client)
  const asks = await anywhere.call('read_section', { section: 'agent' })
  assert.ok(asks.isError)
  assert.deepEqual(asks.content.agents.map(({ id }: ReplyBody) => id).sort(), [agent.id, 'second'])
  assert.equal((await anywhere.call('read_section', { section: 'agent', agent: 'second' })).content.name, 'Second')

  const held = createAssistant(server, agent.client, { query: '?agent=second' })
  const tools = await held.tools()
  assert.ok(!names(tools).some((name) => ['list_agents', 'create_agent'].includes(name)))
  assert.ok(tools.every(({ inputSchema }) => inputSchema.properties?.agent === undefined))
  assert.equal((await held.call('read_section', { section: 'agent' })).content.name, 'Second')
  const other = await held.call('read_section', { section: 'agent', agent: agent.id })
  assert.ok(other.isError && /only for the agent second/.test(other.content.message))
  for (const [name, args] of [
    ['list_agents', {}],
    ['create_agent', { name: 'Third' }],
    ['list_webhooks', {}],
  ] as const) {
    const refused = await held.call(name, args)
    assert.ok(refused.isError && /only for the agent second/.test(refused.content.message), name)
  }
  assert.equal(assertStatus(await org.api.get(`${org.path}/agents`), 200).data.length, 2)
  assertStatus(await org.api.del(`${org.path}/agents/second`), 204)
})

test('a caller sees nothing that belongs to another org', async () => {
  const stranger = await server.org()
  const theirs = createAssistant(server, stranger.api)
  const read = { section: 'agent', agent: agent.id }
  assert.equal((await theirs.call('read_section', read)).content.status, 404)
  assert.equal((await theirs.call('read_section', { section: 'agent' })).content.message, 'The org has no agents yet')
  const asOurs = createAssistant(server, stranger.api, { query: `?org=${agent.orgId}` })
  assert.equal((await asOurs.call('read_section', read)).content.code, 'resource.not_found')
  assert.ok(!names(await asOurs.tools()).includes('list_agents'))
  for (const query of ['?org=..', '?agent=.'])
    assertProblem(
      await createAssistant(server, agent.client, { query }).send({ method: 'ping' }),
      404,
      'resource.not_found',
    )
})
