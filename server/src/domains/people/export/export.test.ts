import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { createTestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, assertStatus, type TestReply } from '../../../testing/client.ts'

import { exportColumns, splitCell, unescapeFormula } from './columns.ts'

const server = await createTestApp()
const agent = await createTestAgent(server)
const anna = {
  fullName: '=HYPERLINK("http://x")',
  email: 'anna@example.com',
  phone: '+12025550143',
  notes: 'one\ntwo, "three"\r\nfour',
  tags: ['fair', 'a;b', '\\'],
  customFields: { plan: 'plus', 'plan-b': '-5', plan2: 'x', __defineGetter__: 'y', größe: 'groß' },
}
const ben = { fullName: 'Ben', status: 'lost', customFields: { plan: '' } }
for (const person of [anna, ben]) assertStatus(await agent.post('/people', person), 201)
const stranger = await createTestAgent(server)
assertStatus(await stranger.post('/people', { fullName: 'Elsewhere', customFields: { secret: 'x' } }), 201)

type Row = Record<string, string>
function table(reply: TestReply): Row[] {
  assert.equal(reply.status, 200, reply.text.slice(0, 300))
  assert.match(reply.headers['content-type'] ?? '', /^text\/csv; charset=utf-8/)
  assert.equal(reply.headers['content-disposition'], 'attachment; filename="people.csv"')
  return parse(reply.text, { columns: true })
}

test('a table has every column, one for each custom field in use, and a row for each person', async () => {
  const reply = await agent.get('/people/export')
  const rows = table(reply)
  const fields = ['__defineGetter__', 'größe', 'plan', 'plan-b', 'plan2']
  const header = parse(reply.text, { to: 1 })[0] as string[]
  assert.deepEqual(
    header.slice(0, exportColumns.length),
    exportColumns.map(([name]) => name),
  )
  assert.deepEqual(header.slice(exportColumns.length).toSorted(), fields.map((key) => `customFields.${key}`).toSorted())
  assert.deepEqual(
    rows.map((row) => row.fullName),
    [`'${anna.fullName}`, 'Ben'],
  )
})

test('every value of a person can be read back from the table', async () => {
  const [row] = table(await agent.get('/people/export')) as [Row, Row]
  const read = (name: string) => unescapeFormula(row[name] ?? '')
  for (const name of ['fullName', 'email', 'phone', 'notes'] as const) assert.equal(read(name), anna[name], name)
  assert.deepEqual(splitCell(read('tags')), anna.tags)
  for (const [key, value] of Object.entries(anna.customFields)) assert.equal(read(`customFields.${key}`), value, key)
  assert.equal(row.phone, anna.phone)
  assert.equal(row['customFields.plan-b'], "'-5")
  assert.equal(row['consent.status'], 'unknown')
  assert.match(row.createdAt ?? '', /^\d{4}-\d\d-\d\dT.*Z$/)
})

test('JSON lines contain people as a single read returns them, without their journal', async () => {
  for (const accept of ['application/x-ndjson', 'application/ndjson', 'application/jsonl;q=0.9, */*']) {
    const reply = await agent.get('/people/export', { accept })
    assert.match(reply.headers['content-type'] ?? '', /^application\/x-ndjson/)
    assert.equal(reply.headers['content-disposition'], 'attachment; filename="people.ndjson"')
    const people = reply.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.equal(people.length, 2)
    for (const person of people) {
      const { journal: _, ...read } = assertStatus(await agent.get(`/people/${person.id}`), 200)
      assert.deepEqual(person, read)
    }
  }
})

test('an export accepts the filters of the list and refuses others', async () => {
  assert.deepEqual(
    table(await agent.get('/people/export?status=lost')).map((row) => row.fullName),
    ['Ben'],
  )
  assert.deepEqual(
    table(await agent.get('/people/export?customFields.plan=plus')).map((row) => row.email),
    [anna.email],
  )
  assert.deepEqual(table(await agent.get('/people/export?q=nobody')), [])
  const nobody = await agent.get('/people/export?q=nobody', { accept: 'application/x-ndjson' })
  assert.deepEqual([nobody.status, nobody.text], [200, ''])
  assertProblem(await agent.get('/people/export?status=old&limit=5'), 422, 'request.invalid', 'status', 'limit')
})

test('an export requires its own scope', async () => {
  const org = { id: agent.orgId, path: `/orgs/${agent.orgId}`, api: agent.client }
  const reader = agent.by(await server.key(org, ['people:read']))
  assertProblem(await reader.get('/people/export'), 403, 'auth.scope_missing')
  const exporter = agent.by(await server.key(org, ['people:export']))
  assert.equal(table(await exporter.get('/people/export')).length, 2)
})

test('every person is exported once over any number of pages, and a table with too many columns is refused', async () => {
  const many = await createTestAgent(server)
  await server.database.pool.query(
    `with made as (
       insert into people (agent_key, id, status, custom_fields, search, sort_name, created_at, updated_at)
       select agent_key, 'per_' || n, 'new', jsonb_build_object('k' || n, 'v'), '', '', now(), now()
       from agents, generate_series(1, 2100) as n where org_id = $1 and agents.id = $2
       returning agent_key, person_key, created_at, id)
     insert into people_search_keys select agent_key, 'f:k' || substr(id, 5) || '.v', created_at, person_key from made`,
    [many.orgId, many.id],
  )
  assertProblem(await many.get('/people/export'), 409, 'resource.conflict')
  const reply = await many.get('/people/export', { accept: 'application/x-ndjson' })
  const ids = reply.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).id)
  assert.deepEqual(
    ids,
    Array.from({ length: 2100 }, (_, n) => `per_${n + 1}`),
  )
})
