import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consentStatuses } from '@parley/definition/vocabulary'
import { stillWorld } from '../../../platform/world.ts'
import { createTestAgent, type TestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { readAnnouncedEvents } from '../../../testing/events.ts'

/** Consent is a ledger whose newest entry is the current status. */

const world = stillWorld('2030-01-31T09:00:00Z')
const server = await createTestApp({ world })

async function somebody(): Promise<{ agent: TestAgent; id: string; path: string }> {
  const agent = await createTestAgent(server)
  const { id } = assertStatus(await agent.post('/people', {}), 201)
  return { agent, id, path: `/people/${id}/consent` }
}
const consentOf = async (agent: TestAgent, id: string): Promise<ReplyBody> =>
  assertStatus(await agent.get(`/people/${id}`), 200).consent

test('the consent of a Person without a statement is unknown', async () => {
  const { agent, path } = await somebody()
  assert.deepEqual(assertStatus(await agent.get(path), 200), { status: 'unknown', history: [] })
})

test('each statement is stored with author, time, source and evidence; the newest one counts', async () => {
  const { agent, id, path } = await somebody()
  const first = { status: 'granted', source: 'web form', evidence: 'ticked the box' }
  assertStatus(await agent.put(path, first), 200)
  world.advance(60_000)
  const record = assertStatus(await agent.put(path, { status: 'denied' }), 200)
  assert.equal(record.status, 'denied')
  assert.equal(record.updatedAt, '2030-01-31T09:01:00.000Z')
  assert.equal('source' in record, false)
  const [denied, granted] = record.history
  assert.deepEqual(granted, { at: '2030-01-31T09:00:00.000Z', ...first, by: granted.by })
  assert.equal(granted.by.kind, 'key')
  assert.ok(granted.by.id)
  assert.deepEqual(denied, { at: record.updatedAt, status: 'denied', by: granted.by })
  assert.deepEqual(await consentOf(agent, id), { status: 'denied', updatedAt: record.updatedAt })
  assert.deepEqual(assertStatus(await agent.get(path), 200), record)
})

test('the ETag returned for a statement is that of the next read', async () => {
  const { agent, path } = await somebody()
  const consent = await agent.put(path, { status: 'granted', source: 'web form', evidence: 'ticked the box' })
  assertStatus(consent, 200)
  assert.equal((await agent.get(path)).headers.etag, consent.headers.etag)
})

test('a statement by a signed-in member names them as its author', async () => {
  const { agent, path } = await somebody()
  const editor = await server.member({ id: agent.orgId, path: `/orgs/${agent.orgId}`, api: agent.client }, 'editor')
  const { history } = assertStatus(await agent.by(editor).put(path, { status: 'granted' }), 200)
  assert.deepEqual(history[0].by, { kind: 'user', id: editor.userId })
})

test('every status can follow every other, and each change publishes an event; a repeated status only adds evidence', async () => {
  const { agent, id, path } = await somebody()
  const statuses = consentStatuses.flatMap((from) => consentStatuses.flatMap((to) => [from, to]))
  for (const status of statuses) assert.equal(assertStatus(await agent.put(path, { status }), 200).status, status)
  assert.equal(assertStatus(await agent.get(path), 200).history.length, statuses.length)
  const events = (await readAnnouncedEvents(server, agent)).filter(({ type }) => type === 'person.consent_changed')
  const expected = statuses
    .map((to, index) => ({ from: statuses[index - 1] ?? 'unknown', to }))
    .filter(({ from, to }) => from !== to)
  assert.deepEqual(
    events.map(({ data }) => data),
    expected.map((status) => ({ agentId: agent.id, personId: id, status })),
  )
})

test('an invalid statement returns 422 and leaves the ledger unchanged', async () => {
  const { agent, id, path } = await somebody()
  await agent.put(path, { status: 'granted' })
  for (const [field, body] of [
    ['status', {}],
    ['status', { status: 'yes' }],
    ['status', { status: null }],
    ['source', { status: 'denied', source: 'x'.repeat(201) }],
    ['evidence', { status: 'denied', evidence: 'x'.repeat(4001) }],
    ['evidence', { status: 'denied', evidence: 'nul\u0000' }],
    ['by', { status: 'denied', by: { kind: 'user' } }],
  ] as const) {
    assertProblem(await agent.put(path, body), 422, 'request.invalid', field)
  }
  assert.equal((await consentOf(agent, id)).status, 'granted')
  assert.equal(assertStatus(await agent.get(path), 200).history.length, 1)
})

test('concurrent statements are all stored, and the Person shows the last of them', async () => {
  const { agent, id, path } = await somebody()
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, n) => agent.put(path, { status: n % 2 ? 'granted' : 'denied', source: `s${n}` })),
  )
  for (const reply of replies) assertStatus(reply, 200)
  const { history, ...now } = assertStatus(await agent.get(path), 200)
  assert.equal(history.length, 10)
  assert.deepEqual({ status: now.status, source: now.source }, { status: history[0].status, source: history[0].source })
  assert.deepEqual(await consentOf(agent, id), now)
})

test('an entry of the ledger cannot be changed, not even in the database', async () => {
  const { agent, path } = await somebody()
  await agent.put(path, { status: 'denied' })
  await assert.rejects(server.database.pool.query("update consent_entries set status = 'granted'"), /cannot be changed/)
})
