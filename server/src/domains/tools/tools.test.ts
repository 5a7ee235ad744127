import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, beforeEach, test } from 'node:test'
import { listOAuthProviders } from '../../platform/oauth-providers.ts'
import { openToolService } from '../../testing/actions-bench.ts'
import { createTestAgent, type TestAgent } from '../../testing/agent.ts'
import { createTestApp } from '../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody, type TestReply } from '../../testing/client.ts'

/** Catalog tools, tried by an operator: what is sent, what comes back, and what is shown of it. */

const webhook = '@svc/tool.http-webhook'
const slack = '@svc/tool.slack-webhook'
const sheets = '@svc/tool.google-sheets'
const google = { id: 'parley', secret: 'the-secret-of-the-client' }
const oauth = { providers: listOAuthProviders({ google, microsoftTenant: 'common' }), returnHosts: [] }
const server = await createTestApp({ config: { allowPrivateNetwork: true, oauth } })
const service = await openToolService()
const lead = { event: 'lead.created', payload: { name: 'Ada', boats: 2 } }
const pathOf = (toolId: string) => `/tool-bindings/${encodeURIComponent(toolId)}`

beforeEach(() => {
  service.calls.length = 0
  service.answer = () => ({ body: '{"id":51}' })
})

async function agentWith(config: object, toolId = webhook): Promise<TestAgent> {
  const agent = await createTestAgent(server)
  assertStatus(await agent.put(pathOf(toolId), { config }), 200)
  return agent
}
const tryTool = (agent: TestAgent, given: object = lead, toolId = webhook) =>
  agent.post(`${pathOf(toolId)}/_try`, { with: given })
const tried = async (agent: TestAgent, given?: object, toolId?: string): Promise<ReplyBody> =>
  assertStatus(await tryTool(agent, given, toolId), 200)
const listCalls = async (agent: TestAgent, query = '', toolId = webhook): Promise<ReplyBody> =>
  assertStatus(await agent.get(`${pathOf(toolId)}/calls${query}`), 200)

/** Asserts the refusal and returns its detail. */
function detailOf(reply: TestReply): string {
  assertProblem(reply, 409, 'agent.tool.incomplete')
  return reply.body.detail
}

test('a call has the configured method and credential, and the answer is the result', async () => {
  const agent = await agentWith({ url: `${service.url}/in?x=1`, method: 'PUT', authorization: 'Bearer hook-secret-1' })
  const { milliseconds, ...outcome } = await tried(agent)
  assert.deepEqual(outcome, { ok: true, status: 200, result: { id: 51 } })
  assert.ok(Number.isInteger(milliseconds))
  const [call] = service.calls
  assert.deepEqual([call?.method, call?.path, call?.headers.authorization], ['PUT', '/in?x=1', 'Bearer hook-secret-1'])
  assert.deepEqual(call?.body, lead)
  assert.match(String(call?.headers['idempotency-key']), /^[0-9a-f]{64}$/)
})

test('an answer may be text or empty, and one that is not text is only described', async () => {
  const agent = await agentWith({ url: service.url })
  const results = []
  for (const body of [' Thanks. ', '', 'a\u0000b']) {
    service.answer = () => ({ type: 'text/plain', body })
    results.push((await tried(agent)).result)
  }
  assert.deepEqual(results, ['Thanks.', { status: 200 }, { status: 200, note: 'The answer is not text.' }])
})

test('a tool that is not bound, disabled, incomplete or not connected cannot be called', async () => {
  const agent = await agentWith({ url: service.url })
  assert.match(detailOf(await tryTool(agent, { text: 'x' }, slack)), /not bound/)
  assertStatus(await agent.put(pathOf(slack), { config: {} }), 200)
  assert.match(detailOf(await tryTool(agent, { text: 'x' }, slack)), /lacks webhookUrl/)
  const { configStatus } = assertStatus(await agent.put(pathOf(sheets), { config: { spreadsheetId: 'sheet-1' } }), 200)
  assert.deepEqual(configStatus, { complete: false, missing: ['oauth'] })
  assert.match(detailOf(await tryTool(agent, { values: ['x'] }, sheets)), /not connected/)
  const calendar = '@svc/tool.microsoft-calendar'
  const bound = assertStatus(await agent.put(pathOf(calendar), { config: {} }), 200)
  assert.deepEqual(bound.configStatus, { complete: true, missing: [] }, 'this installation has no client at Microsoft')
  const at = { dateTime: '2030-01-31T09:00:00', timeZone: 'UTC' }
  assert.match(detailOf(await tryTool(agent, { subject: 'Visit', start: at, end: at }, calendar)), /not connected/)
  assertStatus(await agent.post(`${pathOf(webhook)}/_disable`), 200)
  assert.match(detailOf(await tryTool(agent)), /disabled/)
  assertProblem(await tryTool(agent, {}, '@svc/tool.no-such-tool'), 404, 'resource.not_found')
  assert.equal(service.calls.length, 0)
})

test('parameters that do not fit are refused, each with its path', async () => {
  const agent = await agentWith({ url: service.url })
  const refuse = async (given: unknown, ...fields: string[]) =>
    assertProblem(await agent.post(`${pathOf(webhook)}/_try`, { with: given }), 422, 'request.invalid', ...fields)
  await refuse({}, 'with.event', 'with.payload')
  await refuse({ event: 'BAD EVENT', payload: {}, more: 1 }, 'with.more', 'with.event')
  await refuse('text', 'with')
  assert.equal(service.calls.length, 0)
})

for (const [status, expected] of [
  [401, /refused the call \(401\). Check its Authorization/],
  [422, /rejected the call \(422\)/],
  [500, /failed \(500\)/],
  [503, /failed \(503\)/],
] as const) {
  test(`a ${status} is a failure that says what to do, and is not retried`, async () => {
    service.answer = () => ({ status, body: '{"secret":"Bearer stay-secret"}' })
    const outcome = await tried(await agentWith({ url: service.url, authorization: 'Bearer stay-secret' }))
    assert.deepEqual([outcome.ok, outcome.status, service.calls.length], [false, status, 1])
    assert.match(outcome.error, expected)
  })
}

test('429 and 503 with a short Retry-After are retried once; a longer one is not', async () => {
  const agent = await agentWith({ url: service.url })
  for (const [status, after, calls] of [
    [429, '0', 2],
    [503, '0', 2],
    [429, '6', 1],
    [503, 'soon', 1],
  ] as const) {
    service.calls.length = 0
    service.answer = () => ({ status, headers: { 'retry-after': after } })
    assert.equal((await tried(agent)).ok, false)
    assert.equal(service.calls.length, calls, `${status} ${after}`)
  }
  service.answer = () =>
    service.calls.length === 5 ? { status: 429, headers: { 'retry-after': '0' } } : { body: '{"ok":1}' }
  service.calls.length = 4
  assert.deepEqual((await tried(agent)).result, { ok: 1 })
  assert.equal(service.calls.at(-1)?.headers['idempotency-key'], service.calls.at(-2)?.headers['idempotency-key'])
})

test('a redirect stays on the host and port, and keeps the method', async () => {
  const other = await openToolService()
  const agent = await agentWith({ url: `${service.url}/a`, authorization: 'Bearer stay-here' })
  for (const [status, location, isFollowed] of [
    [307, other.url, false],
    [307, `${service.url.replace('127.0.0.1', 'localhost')}/b`, false],
    [302, '/b', false],
    [308, '/b', true],
    [307, 'http://[bad', false],
  ] as const) {
    service.calls.length = 0
    service.answer = ({ path }) => (path === '/a' ? { status, headers: { location } } : { body: '{}' })
    assert.equal((await tried(agent)).ok, isFollowed, `${status} ${location}`)
    assert.equal(service.calls.length, isFollowed ? 2 : 1)
  }
  assert.equal(other.calls.length, 0)
})

test('a service that never answers ends the call after the configured time, with an unknown outcome', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  after(() => silent.close())
  after(() => silent.closeAllConnections())
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const agent = await agentWith({ url, timeoutSeconds: 1 })
  const { ok, status, error } = await tried(agent)
  assert.deepEqual([ok, status, error], [false, undefined, 'The service did not respond in time.'])
  assert.equal((await listCalls(agent)).data[0].state, 'unknown')
})

test('a service that cannot be reached is a known failure', async () => {
  const agent = await agentWith({ url: 'http://127.0.0.1:1/' })
  assert.match((await tried(agent)).error, /could not be reached: the connection was refused/)
  assert.equal((await listCalls(agent)).data[0].state, 'failed')
})

test('a secret that a service returns is masked everywhere', async () => {
  service.answer = ({ headers }) => ({
    body: JSON.stringify({ you: headers.authorization, all: JSON.stringify(headers) }),
  })
  const agent = await agentWith({ url: `${service.url}/x`, authorization: 'Bearer top-secret-4711' })
  const outcome = await tried(agent)
  assert.equal(outcome.result.you, '***')
  assert.ok(!JSON.stringify([outcome, await listCalls(agent)]).includes('4711'))
  const { rows } = await server.database.pool.query('select * from tool_binding_calls')
  assert.ok(!JSON.stringify(rows).includes('4711'))
})

test('parameters are recorded without secrets: values of secret fields, and secrets that are stored', async () => {
  const agent = await agentWith({ url: service.url, authorization: 'Bearer hook-secret-1' })
  service.answer = () => ({ body: '{"echo":"opensesame"}' })
  const payload = { password: 'opensesame', note: 'use Bearer hook-secret-1', name: 'Ada' }
  const { result } = await tried(agent, { event: 'lead.created', payload })
  assert.deepEqual(service.calls[0]?.body, { event: 'lead.created', payload }, 'the service gets them')
  assert.deepEqual(result, { echo: '***' })
  const { data } = await listCalls(agent)
  assert.deepEqual(data[0].given.payload, { password: '***', note: 'use ***', name: 'Ada' })
  assert.ok(!/opensesame|hook-secret-1/.test(JSON.stringify(data)))
})

test('a secret that looks like a number does not break the answer, and a cut leaves no part of a secret', async () => {
  const agent = await agentWith({ url: service.url, authorization: '20301231' })
  service.answer = () => ({ body: '{"order":20301231,"id":51}' })
  assert.deepEqual((await tried(agent)).result, { order: '***', id: 51 })
  const secret = `key-${'4711-'.repeat(40)}`
  const other = await agentWith({ url: service.url, authorization: secret })
  for (let before = 15_900; before < 16_400; before += 100) {
    service.answer = () => ({ type: 'text/plain', body: `${'x'.repeat(before)}${secret}` })
    assert.ok(!JSON.stringify([await tried(other), await listCalls(other)]).includes('4711'), `after ${before}`)
  }
})

test('a Slack message goes to the webhook, which is secret, and a refusal says what to do', async () => {
  service.answer = () => ({ type: 'text/html', body: 'ok' })
  const agent = await agentWith({ webhookUrl: `${service.url}/services/T1/B1/very-secret`, username: 'Desk' }, slack)
  assert.deepEqual((await tried(agent, { text: 'Hello' }, slack)).result, { sent: true })
  assert.deepEqual(service.calls[0]?.body, { text: 'Hello', username: 'Desk' })
  service.answer = () => ({ status: 404, type: 'text/html', body: 'no_service' })
  assert.match((await tried(agent, { text: 'Hello' }, slack)).error, /Create a new one in your Slack app/)
  assert.ok(!JSON.stringify(await listCalls(agent, '', slack)).includes('very-secret'))
})

test('the last calls are listed newest first, by page and by state, with request and answer', async () => {
  const agent = await agentWith({ url: `${service.url}/in` })
  await tried(agent)
  service.answer = () => ({ status: 500 })
  await tried(agent, { ...lead, event: 'lead.lost' })
  const { data } = await listCalls(agent)
  const [last, first] = data
  assert.deepEqual([last.state, first.state], ['failed', 'succeeded'])
  assert.deepEqual([first.calledBy, first.given, first.result], ['trial', lead, { id: 51 }])
  assert.deepEqual(first.request, { method: 'POST', url: `${service.url}/in`, body: JSON.stringify(lead) })
  assert.deepEqual(first.response, { status: 200, body: '{"id":51}' })
  assert.match(last.error, /500/)
  const page = await listCalls(agent, '?limit=1')
  assert.deepEqual([page.data[0].id, typeof page.nextPageToken], [last.id, 'string'])
  const next = await listCalls(agent, `?limit=1&pageToken=${page.nextPageToken}`)
  assert.deepEqual([next.data[0].id, next.nextPageToken], [first.id, undefined])
  assert.deepEqual(
    (await listCalls(agent, '?state=failed')).data.map(({ id }: ReplyBody) => id),
    [last.id],
  )
  assertProblem(await agent.get(`${pathOf(webhook)}/calls?state=lost`), 422, 'request.invalid')
  assert.deepEqual((await listCalls(await agentWith({ url: service.url }))).data, [], 'those of another agent')
})

test('the playbooks that call a tool are listed', async () => {
  const agent = await agentWith({ url: service.url })
  const users = async () => assertStatus(await agent.get(`${pathOf(webhook)}/users`), 200).data
  assert.deepEqual(await users(), [])
  const [{ id, name }] = assertStatus(await agent.get('/playbooks'), 200).data
  const flow = { slots: [], steps: [{ action: `tool:${webhook}.call`, with: lead }, { end: { outcome: 'done' } }] }
  assertStatus(await agent.patch(`/playbooks/${id}`, { toolRefs: [webhook], flow }), 200)
  assert.deepEqual(await users(), [{ playbookId: id, name, calledBy: ['model', 'flow'] }])
})
