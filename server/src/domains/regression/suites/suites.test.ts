import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stillWorld } from '../../../platform/world.ts'
import { createTestAgent, type TestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'

/** Noon on a Thursday in UTC. */
const world = stillWorld('2030-01-31T12:00:00Z')
const server = await createTestApp({ world })
const path = '/tests/suites'

async function suiteOf(agent: TestAgent, more: object = {}): Promise<ReplyBody> {
  return assertStatus(await agent.post(path, { name: 'Opening hours', ...more }), 201)
}
const greeting = { title: 'A greeting', turns: ['Hello'], expect: { checks: { finalReplyNonEmpty: true } } }

test('a suite can be created, read, changed, listed newest first, and deleted', async () => {
  const agent = await createTestAgent(server)
  const made = await suiteOf(agent, { description: 'What it says of them', channel: 'sms' })
  assert.deepEqual(
    [made.name, made.description, made.channel, made.system, made.schedule, made.nextRunAt],
    ['Opening hours', 'What it says of them', 'sms', false, undefined, undefined],
  )
  world.advance(1000)
  const second = await suiteOf(agent, { name: 'Returns' })
  const changed = assertStatus(await agent.patch(`${path}/${made.id}`, { name: 'Hours', description: null }), 200)
  assert.deepEqual([changed.name, changed.description, changed.channel], ['Hours', undefined, 'sms'])
  assert.deepEqual(assertStatus(await agent.get(`${path}/${made.id}`), 200), changed)
  const { data, nextPageToken } = assertStatus(await agent.get(`${path}?limit=1`), 200)
  assert.deepEqual([data[0].id, data.length], [second.id, 1])
  const next = assertStatus(await agent.get(`${path}?limit=1&pageToken=${nextPageToken}`), 200)
  assert.deepEqual(next.data, [changed])
  assertStatus(await agent.del(`${path}/${made.id}`), 204)
  for (const call of [agent.get, agent.del])
    assertProblem(await call(`${path}/${made.id}`), 404, 'agent.test.not_found')
  assertProblem(await agent.patch(`${path}/${made.id}`, { name: 'x' }), 404, 'agent.test.not_found')
})

test('unknown fields of a suite are refused, and the body of a read can be sent back', async () => {
  const agent = await createTestAgent(server)
  const made = await suiteOf(agent, { schedule: { every: 'daily' } })
  assertStatus(await agent.patch(`${path}/${made.id}`, made), 200)
  const wrong: [body: object, field: string][] = [
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ name: 'x', channel: 'email' }, 'channel'],
    [{ name: 'x', description: 'x'.repeat(2001) }, 'description'],
    [{ name: 'x', color: 'red' }, 'color'],
  ]
  for (const [body, field] of wrong) assertProblem(await agent.post(path, body), 422, 'request.invalid', field)
  assertProblem(await agent.post(path, {}), 422, 'request.invalid', 'name')
  assertProblem(await agent.patch(`${path}/${made.id}`, { name: null }), 422, 'request.invalid', 'name')
})

test('a schedule shows the next run, is cleared by null, and refused if malformed', async () => {
  const agent = await createTestAgent(server)
  const made = await suiteOf(agent, { schedule: { every: 'daily' } })
  assert.deepEqual([made.schedule, made.nextRunAt], [{ every: 'daily' }, '2030-02-01T06:00:00.000Z'])
  const weekly = { every: 'weekly', weekday: 'friday', at: '18:15', timezone: 'Europe/Madrid' }
  const changed = assertStatus(await agent.patch(`${path}/${made.id}`, { schedule: weekly }), 200)
  assert.deepEqual([changed.schedule, changed.nextRunAt], [weekly, '2030-02-01T17:15:00.000Z'])
  for (const schedule of [{}, 'daily', 7, { every: 'daily', at: '25:00' }, { every: 'daily', minute: 5 }]) {
    assertProblem(await agent.post(path, { name: 'x', schedule }), 422, 'agent.test.invalid')
    assertProblem(await agent.patch(`${path}/${made.id}`, { schedule }), 422, 'agent.test.invalid')
  }
  assert.deepEqual(assertStatus(await agent.get(`${path}/${made.id}`), 200), changed)
  const renamed = assertStatus(await agent.patch(`${path}/${made.id}`, { name: 'Renamed' }), 200)
  assert.equal(renamed.nextRunAt, changed.nextRunAt)
  const due = async () => {
    const { rows } = await server.database.pool.query('select due_at from test_suites where id = $1', [made.id])
    return rows[0].due_at?.toISOString()
  }
  assert.equal(await due(), changed.nextRunAt)
  const cleared = assertStatus(await agent.patch(`${path}/${made.id}`, { schedule: null }), 200)
  assert.deepEqual([cleared.schedule, cleared.nextRunAt, await due()], [undefined, undefined, undefined])
})

test('the next run does not change the ETag, a new name does', async () => {
  const agent = await createTestAgent(server)
  const made = await suiteOf(agent, { schedule: { every: 'daily' } })
  const { headers } = await agent.get(`${path}/${made.id}`)
  await server.database.pool.query(
    "update test_suites set next_run_at = next_run_at + interval '1 day' where id = $1",
    [made.id],
  )
  const ifMatch = { 'if-match': headers.etag ?? '' }
  assertStatus(await agent.patch(`${path}/${made.id}`, { name: 'Renamed' }, ifMatch), 200)
  assertProblem(await agent.patch(`${path}/${made.id}`, { name: 'Again' }, ifMatch), 412, 'request.precondition_failed')
})

test('an agent has at most 200 suites of its own, also under concurrent creation', async () => {
  const agent = await createTestAgent(server)
  const { pool } = server.database
  await pool.query(
    `insert into test_suites (agent_key, id, name, created_at, updated_at)
     select agent_key, 'suite_of_many_' || n, 'Many', now(), now() from agents, generate_series(1, 198) n
      where org_id = $1 and id = $2`,
    [agent.orgId, agent.id],
  )
  const replies = await Promise.all(Array.from({ length: 5 }, () => agent.post(path, { name: 'One more' })))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 201, 409, 409, 409])
  assertProblem(replies.find(({ status }) => status === 409)!, 409, 'resource.conflict')
})

test('deleting a suite deletes its cases and leaves others unchanged', async () => {
  const agent = await createTestAgent(server)
  const [one, two] = [await suiteOf(agent), await suiteOf(agent)]
  const made = assertStatus(await agent.post(`${path}/${one.id}/cases`, greeting), 201)
  const other = assertStatus(await agent.post(`${path}/${two.id}/cases`, greeting), 201)
  assertStatus(await agent.del(`${path}/${one.id}`), 204)
  assertProblem(await agent.get(`${path}/${one.id}/cases/${made.id}`), 404, 'agent.test.not_found')
  assertStatus(await agent.get(`${path}/${two.id}/cases/${other.id}`), 200)
})

test('reads require agents:read, writes require agents:write, and another agent of the org sees nothing', async () => {
  const agent = await createTestAgent(server)
  const made = await suiteOf(agent)
  const one = `${path}/${made.id}`
  const org = { id: agent.orgId, path: `/orgs/${agent.orgId}`, api: agent.client }
  const reader = agent.by(await server.key(org, ['agents:read']))
  for (const end of [path, one, `${one}/cases`, '/tests/pass-rates']) assertStatus(await reader.get(end), 200)
  assertProblem(await reader.post(path, { name: 'x' }), 403, 'auth.scope_missing')
  assertProblem(await reader.post(`${one}/cases`, greeting), 403, 'auth.scope_missing')
  assertProblem(await reader.del(one), 403, 'auth.scope_missing')
  const { id } = assertStatus(await agent.client.post(`${org.path}/agents`, { name: 'Other' }), 201)
  const other = `${org.path}/agents/${id}`
  assertProblem(await agent.client.get(`${other}${one}`), 404, 'agent.test.not_found')
  assertProblem(await agent.client.post(`${other}${one}/cases`, greeting), 404, 'agent.test.not_found')
  assert.deepEqual(assertStatus(await agent.client.get(`${other}${path}`), 200).data, [])
})
