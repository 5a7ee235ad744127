import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../testing/app.ts'
import { assertProblem, assertStatus } from '../../testing/client.ts'

const server = await createTestApp()
const org = await server.org()
const agents = `${org.path}/agents`

test('an agent created with only a name gets a URL-safe id derived from it, its org, framework v2 and timestamps', async () => {
  const made = assertStatus(await org.api.post(agents, { name: 'Sunny Harbour' }), 201)
  assert.deepEqual([made.id, made.orgId, made.name, made.framework], ['sunny-harbour', org.id, 'Sunny Harbour', 'v2'])
  assert.ok(Math.abs(Date.parse(made.createdAt) - Date.now()) < 60_000)
  assert.deepEqual(assertStatus(await org.api.get(`${agents}/sunny-harbour`), 200), made)
})

const minted: [name: string, id: RegExp][] = [
  ['Ünïcödé / Ägent #1?', /^unicode-agent-1$/],
  ['Größe', /^grosse$/],
  ['日本語', /^agent$/],
  ['🦷', /^agent-2$/],
  ['---', /^agent-3$/],
  ['...', /^agent-[0-9a-z]+$/],
  ['x'.repeat(200), /^x{48}$/],
]
for (const [name, id] of minted) {
  test(`the name ${name.slice(0, 20)} produces an id that matches ${id.source}`, async () => {
    const made = assertStatus(await org.api.post(agents, { name }), 201)
    assert.match(made.id, id)
    assert.equal(assertStatus(await org.api.get(`${agents}/${made.id}`), 200).name, name)
  })
}

test('creating an agent with an existing id returns 409 and leaves the first agent unchanged; another org can use the same id', async () => {
  const first = assertStatus(await org.api.post(agents, { name: 'First', id: 'taken' }), 201)
  assertProblem(await org.api.post(agents, { name: 'Usurper', id: 'taken' }), 409, 'resource.conflict')
  assert.deepEqual((await org.api.get(`${agents}/taken`)).body, first)
  const other = await server.org()
  assertStatus(await other.api.post(`${other.path}/agents`, { name: 'Other', id: 'taken' }), 201)
  assertStatus(await other.api.del(`${other.path}/agents/taken`), 204)
  assert.deepEqual((await org.api.get(`${agents}/taken`)).body, first)
})

test('creating an agent with an id that is not a slug returns 422 naming id', async () => {
  for (const id of ['has space', 'a/b', 'ümlaut', 'x?y', '..', '', 'UPPER', '-x', 'x'.repeat(65), 7, null]) {
    assertProblem(await org.api.post(agents, { name: 'Bad id', id }), 422, 'request.invalid', 'id')
  }
})

test('thirty agents created concurrently with the same name all get distinct ids', async () => {
  const replies = await Promise.all(Array.from({ length: 30 }, () => org.api.post(agents, { name: 'Crowd' })))
  assert.equal(new Set(replies.map((reply) => assertStatus(reply, 201).id)).size, 30)
})

test('a framework other than v2 returns 422 agent.framework.invalid on create and PATCH, and changes nothing', async () => {
  const made = assertStatus(await org.api.post(agents, { name: 'Framed', framework: 'v2' }), 201)
  for (const framework of ['v1', 'V2', '', 2, null]) {
    assertProblem(
      await org.api.post(agents, { name: 'Old', id: 'old', framework }),
      422,
      'agent.framework.invalid',
      'framework',
    )
    assertProblem(
      await org.api.patch(`${agents}/${made.id}`, { name: 'Changed', framework }),
      422,
      'agent.framework.invalid',
      'framework',
    )
  }
  assertProblem(await org.api.get(`${agents}/old`), 404, 'resource.not_found')
  assert.deepEqual((await org.api.get(`${agents}/${made.id}`)).body, made)
  assert.equal(assertStatus(await org.api.patch(`${agents}/${made.id}`, { framework: 'v2' }), 200).framework, 'v2')
})

test('the API stores the identity as written and validates its fields', async () => {
  const identity = {
    smallLogoUrl: 'https://example.com/logo.png',
    brandColor: '#1A2B3C',
    contactEmail: 'ops@example.com',
    contactAvailability: 'Mo–Fr 9–17 🕘',
    identityPreamble: 'You speak for us.',
  }
  const made = assertStatus(await org.api.post(agents, { name: 'With identity', identity }), 201)
  assert.deepEqual(made.identity, identity)
  for (const [field, value] of Object.entries({
    brandColor: '#12',
    smallLogoUrl: 'javascript:alert(1)',
    contactEmail: 'no',
    websiteUrl: 7,
  })) {
    assertProblem(
      await org.api.patch(`${agents}/${made.id}`, { identity: { [field]: value } }),
      422,
      'request.invalid',
      `identity.${field}`,
    )
  }
})

test('length limits count characters: a name of 200 emoji is valid, one of 201 letters is not', async () => {
  assertStatus(await org.api.post(agents, { name: '😀'.repeat(200) }), 201)
  assertProblem(await org.api.post(agents, { name: 'x'.repeat(201) }), 422, 'request.invalid', 'name')
})

test('deleting an agent deletes everything it owned: every route returns 404 and its emulator grants stop working', async () => {
  assertStatus(await org.api.post(agents, { name: 'Doomed', id: 'doomed' }), 201)
  const { token } = assertStatus(await org.api.post(`${agents}/doomed/emulator-links`, {}), 201)
  assertStatus(await server.anyone.as(token).get('/emulator/session'), 200)
  assertStatus(await org.api.del(`${agents}/doomed`), 204)
  for (const path of ['', '/emulator-links'])
    assertProblem(await org.api.get(`${agents}/doomed${path}`), 404, 'resource.not_found')
  assertProblem(await org.api.del(`${agents}/doomed`), 404, 'resource.not_found')
  assertProblem(await org.api.patch(`${agents}/doomed`, { bogus: 1 }), 404, 'resource.not_found')
  assertProblem(await server.anyone.as(token).get('/emulator/session'), 401, 'auth.unauthenticated')
})

test('deleting an agent removes its rows from every table that belongs to an agent', async () => {
  const { rows } = await server.database.pool.query(`
    with recursive following as (
      select unnest(array['agents'::regclass::oid, 'people'::regclass::oid]) as id
      union
      select conrelid from pg_constraint join following on confrelid = following.id and confdeltype = 'c'
    )
    select relname as table_name from pg_class join pg_attribute on attrelid = pg_class.oid
     where attname = 'agent_key' and not attisdropped and relkind in ('r', 'p') and not relispartition
       and relnamespace = 'public'::regnamespace
       and pg_class.oid not in (select id from following)`)
  // Triggers delete these, as with people; the erasure tests check for leftovers.
  const conversations = ['conversation_events', 'conversations', 'dispatches', 'messages', 'sessions']
  const histories = ['agent_logs', 'traffic']
  const answering = ['runtime_conversations', 'session_reviews', 'team_notices', 'tool_calls', 'turns']
  const others = ['appointment_reminders', 'calendar_events', 'identities', 'knowledge_vectors', 'people_search_keys']
  const outreach = ['automated_rows', 'capabilities', 'follow_ups', 'link_redemptions', 'sends']
  const campaigns = ['campaign_dispatchers', 'campaign_stagings']
  const desk = ['desk_events', 'desk_notes', 'desk_views']
  const insights = ['session_outcomes', 'turn_questions']
  const byTrigger = [conversations, histories, answering, outreach, campaigns, desk, insights, others].flat().sort()
  assert.deepEqual(rows.map(({ table_name }) => table_name).sort(), byTrigger)
})
