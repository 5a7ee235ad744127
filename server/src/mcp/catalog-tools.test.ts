import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openToolService } from '../testing/actions-bench.ts'
import { createTestAgent } from '../testing/agent.ts'
import { createTestApp } from '../testing/app.ts'
import { createAssistant } from '../testing/assistant.ts'
import { assertStatus, type ReplyBody } from '../testing/client.ts'

/** Catalog tools for assistants: their state, a call after a confirmation, and the last calls. */

const toolId = '@svc/tool.http-webhook'
const path = `/tool-bindings/${encodeURIComponent(toolId)}`
const given = { event: 'lead.created', payload: { name: 'Ada' } }
const service = await openToolService(({ headers }) => ({ body: JSON.stringify({ you: headers.authorization }) }))
const server = await createTestApp({ config: { allowPrivateNetwork: true } })
const agent = await createTestAgent(server)
const assistant = createAssistant(server, agent.client)
const config = { url: service.url, authorization: 'Bearer canary-mcp-1' }

async function done(name: string, args: object = {}): Promise<ReplyBody> {
  const { isError, content } = await assistant.call(name, args)
  assert.ok(!isError, JSON.stringify(content))
  return content
}
async function refused(name: string, args: object): Promise<string> {
  const { isError, content } = await assistant.call(name, args)
  assert.ok(isError, JSON.stringify(content))
  return content.message
}

test('a tool that is not bound, disabled or incomplete is not called', async () => {
  await refused('try_tool', { toolId, with: given })
  assertStatus(await agent.put(path, { config: {} }), 200)
  assert.match(await refused('try_tool', { toolId, with: given }), /lacks url/)
  assertStatus(await agent.put(path, { config, enabled: false }), 200)
  assert.match(await refused('try_tool', { toolId, with: given }), /is disabled/)
  assert.equal(service.calls.length, 0)
})

test('a tool is called once, with the confirmation of the same parameters; its secret stays hidden', async () => {
  assertStatus(await agent.put(path, { config, enabled: true }), 200)
  const { confirm, ...preview } = await done('try_tool', { toolId, with: given })
  assert.deepEqual([preview.wouldCall, preview.with], [true, given])
  assert.equal(service.calls.length, 0)
  await refused('try_tool', { toolId, with: given, confirm: 'yes' })
  await refused('try_tool', { toolId, with: { ...given, event: 'lead.lost' }, confirm })
  assert.equal(service.calls.length, 0)
  const tried = await done('try_tool', { toolId, with: given, confirm })
  assert.deepEqual([tried.ok, tried.result], [true, { you: '***' }])
  assert.equal(service.calls.length, 1)
  const { data } = await done('list_tool_calls', { toolId, state: 'succeeded' })
  assert.deepEqual([data.length, data[0].given], [1, given])
  assert.ok(!JSON.stringify([tried, data]).includes('canary'))
})

test('a confirmation ends when the binding changes', async () => {
  const { confirm } = await done('try_tool', { toolId, with: given })
  assertStatus(await agent.put(path, { config: { ...config, url: `${service.url}/elsewhere` } }), 200)
  const before = service.calls.length
  await refused('try_tool', { toolId, with: given, confirm })
  assert.equal(service.calls.length, before)
})

test('the tools of the agent and their users are listed', async () => {
  const { data } = await done('list_tool_bindings')
  assert.deepEqual([data[0].toolId, data[0].configStatus.complete], [toolId, true])
  assert.deepEqual((await done('list_tool_users', { toolId })).data, [])
})

test('a connection that only reads does not see try_tool', async () => {
  const readOnly = createAssistant(server, agent.client, { query: '?readOnly=true' })
  const { isError } = await readOnly.call('try_tool', { toolId, with: given })
  assert.ok(isError)
})
