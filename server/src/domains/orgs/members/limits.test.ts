import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Route } from '../../../platform/http/route.ts'
import { createTestApp, type TestOrg } from '../../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody, type TestClient } from '../../../testing/client.ts'
import { insertTestRow } from '../../../testing/insert-row.ts'

/** Members who are limited to some agents: for them, the others do not exist. */

const server = await createTestApp()
const { pool } = server.database
/** Rolled up: the last hour but one. */
const hour = new Date(Math.floor(Date.now() / 3_600_000 - 2) * 3_600_000)
const rolledUp = { rolled_up_from: new Date(0), rolled_up_until: new Date(hour.getTime() + 3_600_000) }
await insertTestRow(pool, 'usage_rollup', rolledUp)
const limitedRoles = ['frontDesk', 'viewer', 'editor'] as const

type Ground = { org: TestOrg; boats: string; kayaks: string }
async function freshOrg(): Promise<Ground> {
  const org = await server.org()
  const create = async (name: string): Promise<string> =>
    assertStatus(await org.api.post(`${org.path}/agents`, { name }), 201).id
  return { org, boats: await create('Boats'), kayaks: await create('Kayaks') }
}

const namesOf = async (client: TestClient, path: string, field = 'name'): Promise<unknown[]> =>
  assertStatus(await client.get(path), 200).data.map((row: ReplyBody) => row[field])

test('agentIds limits viewers, editors and the front desk, null lifts it, and absent keeps it', async () => {
  const { org, boats, kayaks } = await freshOrg()
  for (const role of limitedRoles) {
    const at = (id: string) => `${org.path}/members/${id}`
    const made = assertStatus(
      await org.api.post(`${org.path}/members`, { email: `${role}@example.com`, role, agentIds: [boats, boats] }),
      201,
    )
    assert.deepEqual(made.agentIds, [boats])
    const change = async (body: object) => assertStatus(await org.api.patch(at(made.id), body), 200).agentIds
    assert.deepEqual(await change({ name: 'Robin' }), [boats])
    assert.deepEqual(await change({ agentIds: [kayaks, boats] }), [boats, kayaks])
    assert.deepEqual(await change({ agentIds: [] }), [])
    assert.deepEqual(await change({ agentIds: null }), undefined)
  }
})

test('admins and owners are never limited', async () => {
  const { org, boats } = await freshOrg()
  const members = `${org.path}/members`
  for (const role of ['admin', 'owner']) {
    const reply = await org.api.post(members, { email: `${role}@example.com`, role, agentIds: [boats] })
    assertProblem(reply, 422, 'request.invalid', 'agentIds')
    assert.match(reply.text, /works with every agent/)
  }
  const editor = await server.member(org, 'editor', [boats])
  const at = `${members}/${editor.userId}`
  assertProblem(await org.api.patch(at, { role: 'admin' }), 422, 'request.invalid', 'agentIds')
  assertProblem(await org.api.patch(at, { role: 'owner', agentIds: [boats] }), 422, 'request.invalid', 'agentIds')
  assert.equal(assertStatus(await org.api.patch(at, { role: 'admin', agentIds: null }), 200).agentIds, undefined)
  assertProblem(await org.api.patch(at, { agentIds: [boats] }), 422, 'request.invalid', 'agentIds')
})

test('agents of other orgs and malformed lists are refused, and change nothing', async () => {
  const [{ org, boats }, other] = [await freshOrg(), await freshOrg()]
  const foreign = assertStatus(await other.org.api.post(`${other.org.path}/agents`, { name: 'Canoes' }), 201).id
  const member = await server.member(org, 'viewer', [boats])
  const at = `${org.path}/members/${member.userId}`
  for (const [agentIds, field] of [
    [[boats, foreign], 'agentIds[1]'],
    [['nothing'], 'agentIds[0]'],
    [[boats, null], 'agentIds[1]'],
    [boats, 'agentIds'],
    [{}, 'agentIds'],
    [Array.from({ length: 1_001 }, (_, index) => `agent-${index}`), 'agentIds'],
  ] as const)
    assertProblem(await org.api.patch(at, { agentIds }), 422, 'request.invalid', field)
  assert.deepEqual(assertStatus(await org.api.get(at), 200).agentIds, [boats])
})

test('lists of the org contain only the agents of the member', async () => {
  const { org, boats } = await freshOrg()
  const [limited, none, all] = [
    await server.member(org, 'viewer', [boats]),
    await server.member(org, 'viewer', []),
    await server.member(org, 'viewer'),
  ]
  const lists = async (client: TestClient) => {
    const usage = assertStatus(await client.get(`${org.path}/usage`), 200)
    return [
      await namesOf(client, `${org.path}/agents`),
      await namesOf(client, `${org.path}/agents-overview`),
      await namesOf(client, `${org.path}/insights`),
      usage.agents.map(({ name }: ReplyBody) => name),
    ].map((names) => names.sort())
  }
  assert.deepEqual(assertStatus(await limited.get('/me'), 200).org.agentIds, [boats])
  assert.equal(assertStatus(await all.get('/me'), 200).org.agentIds, undefined)
  assert.deepEqual(
    await lists(limited),
    Array.from({ length: 4 }, () => ['Boats']),
  )
  assert.deepEqual(
    await lists(none),
    Array.from({ length: 4 }, () => []),
  )
  assert.deepEqual(
    await lists(all),
    Array.from({ length: 4 }, () => ['Boats', 'Kayaks']),
  )
})

/** Counts and problems of an agent, as its work would have left them. */
async function plantTraces(org: TestOrg, agent: string, messages: number): Promise<void> {
  const find = 'select agent_key from agents where org_id = $1 and id = $2'
  const { rows } = await pool.query<{ agent_key: number }>(find, [org.id, agent])
  const row = { agent_key: rows[0]?.agent_key, updated_at: new Date() }
  await insertTestRow(pool, 'knowledge_sources', { ...row, kind: 'text', status: 'failed' })
  await insertTestRow(pool, 'usage_hours', { ...row, hour, measure: 'messagesIn', detail: '', value: messages })
}

test('alerts and counts of the org are only of the agents of the member', async () => {
  const { org, boats, kayaks } = await freshOrg()
  const [limited, none] = [await server.member(org, 'viewer', [boats]), await server.member(org, 'viewer', [])]
  await plantTraces(org, boats, 2)
  await plantTraces(org, kayaks, 3)
  await insertTestRow(pool, 'connections', { org_id: org.id, status: 'expired', label: 'Calendars' })
  const see = async (client: TestClient) => {
    const alerts = assertStatus(await client.get(`${org.path}/attention`), 200).data
    const { totals } = assertStatus(await client.get(`${org.path}/usage`), 200)
    const shown = alerts.filter(({ kind }: ReplyBody) => ['source.failed', 'connection.broken'].includes(kind))
    return [shown.map(({ agentId = 'org' }: ReplyBody) => agentId).sort(), totals.messagesIn]
  }
  assert.deepEqual(await see(org.api), [[boats, kayaks, 'org'].sort(), 5])
  assert.deepEqual(await see(limited), [[boats], 2])
  assert.deepEqual(await see(none), [[], 0])
})

const fill = (route: Route, org: TestOrg, agent: string) =>
  route.path
    .replace(':org', org.id)
    .replace(':agent', agent)
    .replace(/(?<=\/):\w+/g, 'nothing')

test('every route of another agent answers as for an agent that does not exist', async () => {
  const { org, boats, kayaks } = await freshOrg()
  const editor = await server.member(org, 'editor', [boats])
  let calls = 0
  for (const route of server.routes.filter(({ agent, access }) => agent && access.kind === 'org')) {
    const body = route.method === 'GET' ? undefined : { bogusField: true }
    const [hidden, absent] = await Promise.all(
      [kayaks, 'no-such-agent'].map((agent) => editor.call(route.method, fill(route, org, agent), body)),
    )
    const name = `${route.method} ${route.path}`
    assert.deepEqual({ ...hidden?.body, requestId: '' }, { ...absent?.body, requestId: '' }, name)
    assert.ok([403, 404].includes(hidden?.status ?? 0), `${name}: ${hidden?.status}`)
    calls++
  }
  assert.ok(calls > 200)
  assertStatus(await org.api.get(`${org.path}/agents/${kayaks}`), 200)
})

test('a limited editor creates no agent, and works with theirs', async () => {
  const { org, boats } = await freshOrg()
  const editor = await server.member(org, 'editor', [boats])
  assertProblem(await editor.post(`${org.path}/agents`, { name: 'Mine' }), 403, 'auth.forbidden')
  assertStatus(await editor.patch(`${org.path}/agents/${boats}`, { description: 'Brief' }), 200)
  assertStatus(await editor.post(`${org.path}/agents/${boats}/people`, { fullName: 'A Visitor' }), 201)
})

test('another role and other agents count from the next call of a session on', async () => {
  const { org, boats, kayaks } = await freshOrg()
  const editor = await server.member(org, 'editor')
  const member = `${org.path}/members/${editor.userId}`
  const read = async (agent: string) => (await editor.get(`${org.path}/agents/${agent}`)).status
  assert.deepEqual([await read(boats), await read(kayaks)], [200, 200])
  assertStatus(await org.api.patch(member, { agentIds: [kayaks] }), 200)
  assert.deepEqual([await read(boats), await read(kayaks)], [404, 200])
  assertStatus(await org.api.patch(member, { role: 'frontDesk' }), 200)
  assertProblem(await editor.get(`${org.path}/agents/${kayaks}/playbooks`), 403, 'auth.forbidden')
  const me = assertStatus(await editor.get('/me'), 200)
  assert.deepEqual(
    [me.org.role, me.scopes],
    ['frontDesk', ['people:read', 'people:write', 'messages:read', 'catalogs:read']],
  )
  assertStatus(await org.api.patch(member, { role: 'editor', agentIds: null }), 200)
  assert.deepEqual([await read(boats), await read(kayaks)], [200, 200])
})

test('an agent that was deleted leaves a limit behind, and a new one with its id is not in it', async () => {
  const { org, boats } = await freshOrg()
  const viewer = await server.member(org, 'viewer', [boats])
  assertStatus(await org.api.del(`${org.path}/agents/${boats}`), 204)
  assertStatus(await org.api.post(`${org.path}/agents`, { id: boats, name: 'Boats' }), 201)
  assertProblem(await viewer.get(`${org.path}/agents/${boats}`), 404, 'resource.not_found')
  assert.deepEqual(await namesOf(viewer, `${org.path}/agents`), [])
  assert.deepEqual(assertStatus(await org.api.get(`${org.path}/members/${viewer.userId}`), 200).agentIds, [])
})

test('the front desk reads names and times, and no configuration', async () => {
  const { org, boats } = await freshOrg()
  const desk = await server.member(org, 'frontDesk', [boats])
  const agent = `${org.path}/agents/${boats}`
  const allowed = ['', '/people', '/desk/conversations', '/appointments', '/scheduling', '/people-fields', '/locations']
  for (const path of allowed) assertStatus(await desk.get(agent + path), 200)
  for (const path of ['/playbooks', '/channels', '/integrations', '/gateway', '/turns', '/export', '/people/export'])
    assertProblem(await desk.get(agent + path), 403, 'auth.forbidden')
  for (const path of ['/api-keys', '/members', '/audit-log', '/webhooks', '/usage', '/connections', '/models'])
    assertProblem(await desk.get(org.path + path), 403, 'auth.forbidden')
  assertProblem(await desk.put(`${agent}/locations`, { locations: [] }), 403, 'auth.forbidden')
  const draft = { 'x-svc-draft': 'any' }
  assertProblem(await desk.get(agent, draft), 403, 'auth.forbidden')
})
