import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestAgent, type TestAgent } from '../../testing/agent.ts'
import { createTestApp } from '../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody, type TestReply } from '../../testing/client.ts'
import { harborAgent } from '../../testing/harbor-agent.ts'

/** Every change of an agent publishes its event in the same transaction, and nothing else does. */

const server = await createTestApp()

type Event = { type: string; data: { agentId: string; sections?: string[]; version?: number; name?: string } }

async function events({ orgId }: TestAgent): Promise<Event[]> {
  const { rows } = await server.database.pool.query(
    `select type, data from outbox where org_id = $1 and type like 'agent.%' order by created_at, id`,
    [orgId],
  )
  return rows
}

/** Returns the events that a call added. */
async function announcedBy(
  agent: TestAgent,
  call: () => Promise<TestReply>,
): Promise<{ reply: TestReply; announced: Event[] }> {
  const before = await events(agent)
  const reply = await call()
  const after = await events(agent)
  const known = new Set(before.map((event) => JSON.stringify(event)))
  return { reply, announced: after.filter((event) => !known.has(JSON.stringify(event))) }
}

test('creating and deleting an agent publish one event each', async () => {
  const agent = await createTestAgent(server)
  const created = { type: 'agent.created', data: { agentId: agent.id, name: 'Harbour' } }
  assert.deepEqual(await events(agent), [created])
  assertStatus(await agent.del(''), 204)
  const deleted = { type: 'agent.deleted', data: { agentId: agent.id } }
  assert.deepEqual(
    (await events(agent)).toSorted((one, other) => one.type.localeCompare(other.type)),
    [created, deleted],
  )
})

const changes: [title: string, call: (agent: TestAgent) => Promise<TestReply>, sections: string[]][] = [
  ['PATCH of the agent', (agent) => agent.patch('', { name: 'New', identity: null }), ['agent', 'identity']],
  ['PUT of one section', (agent) => agent.put('/rules', { rules: [] }), ['rules']],
  ['DELETE of an item', (agent) => agent.del('/automated-outreach/new-people'), ['automatedOutreach']],
  ['a forced PUT of collections', (agent) => agent.put('/knowledge/collections?force=true', { collections: [{ id: 'sail', name: 'Anew' }] }), ['collections']],
  ['POST of an Outreach, with its playbook', (agent) => agent.post('/outreach', { name: 'More', openerTemplateId: 'reminder' }), ['playbooks', 'outreaches']],
  ['an import', (agent) => agent.post('/import', { ...harborAgent, standingInstructions: [], rules: [] }), ['standingInstructions', 'rules']],
  ['a catalog import', (agent) => agent.post('/playbooks/import', { templateId: '@svc/playbook.front-desk' }), ['playbooks']],
] // biome-ignore format: one table
for (const [title, call, sections] of changes) {
  test(`${title} publishes one agent.updated event with the sections that changed`, async () => {
    const agent = await createTestAgent(server, harborAgent)
    const { reply, announced } = await announcedBy(agent, () => call(agent))
    assert.ok(reply.status < 300, reply.text)
    assert.deepEqual(
      announced.map(({ type, data }) => [type, data.agentId, data.sections]),
      [['agent.updated', agent.id, sections]],
    )
  })
}

test('each change increases the version', async () => {
  const agent = await createTestAgent(server)
  for (const text of ['One.', 'Two.', 'Three.']) assertStatus(await agent.put('/personality', { text }), 200)
  const versions = (await events(agent)).flatMap(({ data }) => data.version ?? [])
  assert.equal(new Set(versions).size, 3)
})

const silent: [title: string, call: (agent: TestAgent) => Promise<TestReply>, status: number][] = [
  ['a body that is not valid', (agent) => agent.put('/rules', { rules: [{}] }), 422],
  ['a conflict', (agent) => agent.del('/integrations/orders'), 409],
  ['an import of which one section is refused', (agent) => agent.post('/import', { rules: [], integrations: { custom: [] } }), 409],
  ['an unknown item', (agent) => agent.del('/playbooks/nowhere'), 404],
  ['a mark that does not match', (agent) => agent.put('/rules', { rules: [] }, { 'if-match': '"x"' }), 412],
  ['a PUT of what is there', (agent) => agent.put('/rules', { rules: harborAgent.rules }), 200],
  ['an import of what is there', (agent) => agent.post('/import', harborAgent), 200],
  ['a PATCH of nothing', (agent) => agent.patch('', {}), 200],
  ['a read', (agent) => agent.get('/export'), 200],
  ['a lint', (agent) => agent.post('/lint', { rules: [] }), 200],
] // biome-ignore format: one table
for (const [title, call, status] of silent) {
  test(`${title} publishes no event and leaves updatedAt unchanged`, async () => {
    const agent = await createTestAgent(server, harborAgent)
    const before = (await agent.get('')).body.updatedAt
    const { reply, announced } = await announcedBy(agent, () => call(agent))
    assert.deepEqual([reply.status, announced], [status, []])
    assert.equal((await agent.get('')).body.updatedAt, before)
  })
}

test('a repeat with the same idempotency key publishes one event, and a refused creation publishes none', async () => {
  const agent = await createTestAgent(server)
  const key = { 'idempotency-key': 'once' }
  const { announced } = await announcedBy(agent, async () => {
    assertStatus(await agent.post('/playbooks', { name: 'Desk' }, key), 201)
    return agent.post('/playbooks', { name: 'Desk' }, key)
  })
  assert.equal(announced.length, 1)
  const agents = `/orgs/${agent.orgId}/agents`
  const refused = await announcedBy(agent, () => agent.client.post(agents, { name: 'Usurper', id: agent.id }))
  assertProblem(refused.reply, 409, 'resource.conflict')
  assert.deepEqual(refused.announced, [])
})

test('events of one org are not visible to another org', async () => {
  const [one, other] = [await createTestAgent(server), await createTestAgent(server)]
  await one.put('/personality', { text: 'Mine.' })
  assert.deepEqual(
    (await events(other)).map(({ type }: ReplyBody) => type),
    ['agent.created'],
  )
})
