import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, assertStatus } from '../../../testing/client.ts'
import { maxSegments } from './segment.ts'

const server = await createTestApp()
const agent = await createTestAgent(server)
const people = [
  { fullName: 'Anna', status: 'new', tags: ['fair'], customFields: { plan: 'plus' } },
  { fullName: 'Ben', status: 'contacted', tags: ['fair', 'news'], customFields: { plan: 'basic' } },
  { fullName: 'Cleo', status: 'lost', source: 'web', customFields: { plan: 'plus' } },
]
for (const person of people) assertStatus(await agent.post('/people', person), 201)
const stranger = await createTestAgent(server)
assertStatus(await stranger.post('/people', people[0]), 201)

const counts: [filter: object, count: number][] = [
  [{}, 3],
  [{ status: 'new' }, 1],
  [{ status: ['new', 'contacted'] }, 2],
  [{ tag: ['fair', 'news'] }, 2],
  [{ tag: ['fair', 'news'], status: ['lost', 'contacted'] }, 1],
  [{ 'customFields.plan': ['plus', 'pro'] }, 2],
  [{ 'customFields.plan': 'plus', source: 'web' }, 1],
  [{ q: ['ann', 'cle'] }, 2],
  [{ q: ['!', 'ben'] }, 1],
  [{ q: ['ann cleo', 'ben', 'c'] }, 2],
  [{ q: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'] }, 3],
  [{ q: '!' }, 0],
  [{ q: '' }, 3],
  [{ createdAfter: ['2999-01-01', '2000-01-01'] }, 3],
  [{ createdBefore: ['2999-01-01', '2000-01-01'] }, 3],
  [{ lastSeenAfter: '2000-01-01' }, 0],
  [{ channel: ['rcs', 'sms'] }, 0],
  [{ tag: ["'); drop table people; --", 'fair'] }, 2],
]
for (const [filter, count] of counts) {
  test(`the segment ${JSON.stringify(filter)} counts ${count} of three people and is returned as sent`, async () => {
    const made = assertStatus(await agent.post('/segments', { name: 'Some', filter }), 201)
    assert.equal(JSON.stringify(made.filter), JSON.stringify(filter))
    const read = assertStatus(await agent.get(`/segments/${made.id}`), 200)
    assert.equal(JSON.stringify(read.filter), JSON.stringify(filter))
    assert.deepEqual(assertStatus(await agent.get(`/segments/${made.id}/count`), 200), { count })
  })
}

const invalid: [body: unknown, ...fields: string[]][] = [
  [{}, 'name', 'filter'],
  [{ name: ' ', filter: {} }, 'name'],
  [{ name: 'x'.repeat(201), filter: {} }, 'name'],
  [{ name: 'A', filter: null }, 'filter'],
  [{ name: 'A', filter: 'new' }, 'filter'],
  [{ name: 'A', filter: { status: 'old' } }, 'filter.status'],
  [{ name: 'A', filter: { status: ['new', 'old'] } }, 'filter.status[1]'],
  [{ name: 'A', filter: { tag: [] } }, 'filter.tag'],
  [{ name: 'A', filter: { tag: Array.from({ length: 101 }, () => 'a') } }, 'filter.tag'],
  [
    { name: 'A', filter: { tag: 7, createdAfter: 'soon', age: '7' } },
    'filter.tag',
    'filter.createdAfter',
    'filter.age',
  ],
  [{ name: 'A', filter: { 'customFields.a.b': 'x', 'customFields.$c': 'x' } }, 'filter.customFields.a.b'],
  [{ name: 'A', filter: { 'customFields.a': [1] } }, 'filter.customFields.a[0]'],
  [{ name: 'A', filter: { limit: '5' } }, 'filter.limit'],
  [{ name: 'A', filter: { q: Array.from({ length: 11 }, () => 'anna') } }, 'filter.q'],
  [
    { name: 'A', filter: { q: ['one two three four five six seven eight nine ten', 'a b c d e f g h i j k'] } },
    'filter.q',
  ],
  [
    { name: 'A', filter: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`customFields.${n}`, 'x'])) },
    'filter',
  ],
  [{ name: 'A', filter: {}, colour: 'red' }, 'colour'],
]
for (const [body, ...fields] of invalid) {
  test(`the segment ${JSON.stringify(body).slice(0, 80)} is refused with the name of the field`, async () => {
    assertProblem(await agent.post('/segments', body), 422, 'request.invalid', ...fields)
  })
}

test('a segment can be replaced by PUT, changed by PATCH, sent back as it was read, and deleted', async () => {
  const made = assertStatus(await agent.post('/segments', { name: 'New', filter: { status: 'new', tag: 'fair' } }), 201)
  const path = `/segments/${made.id}`
  assert.equal(made.createdAt, made.updatedAt)
  const named = assertStatus(await agent.patch(path, { name: 'Fresh' }), 200)
  assert.deepEqual([named.name, named.filter], ['Fresh', made.filter])
  const sent = assertStatus(await agent.put(path, { ...named, filter: { status: 'lost' } }), 200)
  assert.deepEqual([sent.id, sent.name, sent.filter], [made.id, 'Fresh', { status: 'lost' }])
  assertProblem(await agent.put(path, { name: 'No filter' }), 422, 'request.invalid', 'filter')
  assertProblem(await agent.patch(path, { filter: { status: 'old' } }), 422, 'request.invalid', 'filter.status')
  const stale = await agent.patch(path, { name: 'Stale' }, { 'if-match': '"stale"' })
  assertProblem(stale, 412, 'request.precondition_failed')
  assertStatus(await agent.del(path), 204)
  assertProblem(await agent.get(path), 404, 'resource.not_found')
  assertProblem(await agent.get(`${path}/count`), 404, 'resource.not_found')
})

test('a segment belongs to one agent and requires write access to people', async () => {
  const made = assertStatus(await agent.post('/segments', { name: 'Ours', filter: {} }), 201)
  assertProblem(await stranger.get(`/segments/${made.id}`), 404, 'resource.not_found')
  assertProblem(await stranger.del(`/segments/${made.id}`), 404, 'resource.not_found')
  const org = { id: agent.orgId, path: `/orgs/${agent.orgId}`, api: agent.client }
  const reader = agent.by(await server.key(org, ['people:read']))
  assertStatus(await reader.get(`/segments/${made.id}/count`), 200)
  assertProblem(await reader.post('/segments', { name: 'Theirs', filter: {} }), 403, 'auth.scope_missing')
})

test('segments are listed newest first in pages, and an agent has at most 500', async () => {
  const many = await createTestAgent(server)
  for (const name of ['One', 'Two', 'Three']) assertStatus(await many.post('/segments', { name, filter: {} }), 201)
  const first = assertStatus(await many.get('/segments?limit=2'), 200)
  const second = assertStatus(await many.get(`/segments?limit=2&pageToken=${first.nextPageToken}`), 200)
  const names = [...first.data, ...second.data].map((segment: { name: string }) => segment.name)
  assert.deepEqual(names, ['Three', 'Two', 'One'])
  await server.database.pool.query(
    `insert into segments (agent_key, id, name, filter, created_at, updated_at)
     select agent_key, 'seg_' || n, 'Many', '{}', now(), now() from agents, generate_series(4, $1::int - 1) as n
     where org_id = $2 and id = $3`,
    [maxSegments, many.orgId, many.id],
  )
  const last = await Promise.all([1, 2, 3].map((n) => many.post('/segments', { name: `Last ${n}`, filter: {} })))
  assert.deepEqual(last.map(({ status }) => status).sort(), [201, 409, 409])
})
