import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTestAgent, type TestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, assertStatus } from '../../../testing/client.ts'

const server = await createTestApp()

const fact = (id: string, answer = `Answer of ${id}.`) => ({ id, question: `What about ${id}?`, answer })
const putFacts = async (agent: TestAgent, ...facts: object[]) =>
  assertStatus(await agent.put('/knowledge/facts', { facts }), 200)
const versionsOf = async (agent: TestAgent, query = '') => assertStatus(await agent.get(`/versions${query}`), 200).data
const newest = async (agent: TestAgent): Promise<number> => (await versionsOf(agent))[0].version
const exportOf = async (agent: TestAgent) => assertStatus(await agent.get('/export?format=json'), 200)

describe('versions', () => {
  test('a new agent has one version, and every write makes one more that names its author and its sections', async () => {
    const agent = await createTestAgent(server)
    assert.deepEqual(
      (await versionsOf(agent)).map(({ version }: { version: number }) => version),
      [1],
    )
    await putFacts(agent, fact('one'))
    const [top] = await versionsOf(agent)
    assert.deepEqual([top.version, top.sections, top.summary, top.by.type], [2, ['facts'], 'facts: 1 added', 'key'])
  })

  test('a write that changes nothing makes no version', async () => {
    const agent = await createTestAgent(server)
    await putFacts(agent, fact('one'))
    await putFacts(agent, fact('one'))
    assert.equal(await newest(agent), 2)
  })

  test('every version keeps its document through many small changes and a new base', async () => {
    const agent = await createTestAgent(server)
    const documents = new Map<number, object>()
    for (let n = 1; n <= 60; n++) {
      await putFacts(agent, fact('stays'), fact(`f${n % 7}`, `Answer ${n}`), fact('last', `${n}`))
      if (n % 9 === 0) documents.set(await newest(agent), await exportOf(agent))
    }
    for (const [version, document] of documents)
      assert.deepEqual(assertStatus(await agent.get(`/versions/${version}`), 200).document, document)
    const first = assertStatus(await agent.get('/versions/1'), 200).document
    assert.deepEqual(first.capabilities.knowledge.facts, [])
    const { rows } = await server.database.pool.query(
      `select max(depth)::int as depth, count(*) filter (where base = s.version)::int as whole
         from agent_version_sections s join agents using (agent_key) where org_id = $1`,
      [agent.orgId],
    )
    assert.ok(rows[0].depth <= 50 && rows[0].whole >= 2, JSON.stringify(rows[0]))
  })

  test('pages go back to the first version', async () => {
    const agent = await createTestAgent(server)
    for (const n of [1, 2, 3, 4]) await putFacts(agent, fact('one', `${n}`))
    const page = assertStatus(await agent.get('/versions?limit=3'), 200)
    const rest = assertStatus(await agent.get(`/versions?limit=3&pageToken=${page.nextPageToken}`), 200)
    const numbers = [...page.data, ...rest.data].map(({ version }: { version: number }) => version)
    assert.deepEqual([numbers, rest.nextPageToken], [[5, 4, 3, 2, 1], undefined])
  })

  test('the last 500 versions, labelled ones and the bases of drafts stay; older ones go with their contents', async () => {
    const agent = await createTestAgent(server)
    for (const n of [1, 2, 3, 4, 5, 6]) await putFacts(agent, fact('one', `${n}`))
    assertStatus(await agent.patch('/versions/3', { label: 'Good' }), 200)
    assertStatus(await agent.post('/drafts', { name: 'Old', from: 5 }), 201)
    const kept = await Promise.all(
      [3, 5].map(async (n) => assertStatus(await agent.get(`/versions/${n}`), 200).document),
    )
    await server.database.pool.query('update agents set configuration_version = 549 where org_id = $1', [agent.orgId])
    await putFacts(agent, fact('one', 'last'))
    const numbers = (await versionsOf(agent)).map(({ version }: { version: number }) => version)
    assert.deepEqual(numbers, [550, 5, 3])
    for (const [index, version] of [3, 5].entries())
      assert.deepEqual(assertStatus(await agent.get(`/versions/${version}`), 200).document, kept[index])
    assertProblem(await agent.get('/versions/4'), 404, 'resource.not_found')
  })

  test('a restore makes live the document, keeps tool bindings and secrets, and names its origin', async () => {
    const agent = await createTestAgent(server)
    const integration = { description: 'x', endpoint: { url: 'https://example.com/h' }, authHeader: 'Bearer 12345678' }
    assertStatus(await agent.put('/integrations/crm', integration), 201)
    const document = await exportOf(agent)
    await putFacts(agent, fact('one'))
    const { version } = assertStatus(await agent.post('/versions/2/_restore'), 200)
    const [top] = await versionsOf(agent)
    assert.deepEqual([version, top.version, top.restoredFrom], [4, 4, 2])
    assert.deepEqual(await exportOf(agent), document)
    assert.equal(assertStatus(await agent.get('/integrations/crm'), 200).auth.set, true)
  })

  test('a version with a tool binding, which names a connection, is restored without it: bindings are live’s', async () => {
    const agent = await createTestAgent(server)
    const path = `/tool-bindings/${encodeURIComponent('@svc/tool.slack-webhook')}`
    assertStatus(await agent.put(path, { config: { webhookUrl: 'https://hooks.example.com/1' } }), 200)
    await putFacts(agent, fact('one'))
    const bound = await newest(agent)
    assertStatus(await agent.del(path), 204)
    await putFacts(agent)
    assertStatus(await agent.post(`/versions/${bound}/_restore`), 200)
    assert.deepEqual((await exportOf(agent)).toolBindings ?? [], [])
    assert.equal(assertStatus(await agent.get('/knowledge/facts'), 200).data.length, 1)
  })

  test('a version that names media deleted since is not restored, unless live names them too', async () => {
    const agent = await createTestAgent(server)
    const things = (...named: object[]) => agent.put('/knowledge/things', { things: named })
    const box = { id: 'box', name: 'Box', media: 'gone' }
    assertStatus(await things(box), 200)
    const naming = await newest(agent)
    assertStatus(await agent.put('/personality', { text: 'Brief.' }), 200)
    assertStatus(await agent.post(`/versions/${naming}/_restore`), 200)
    assertStatus(await things({ id: 'box', name: 'Box' }), 200)
    const before = [await exportOf(agent), await versionsOf(agent)]
    const refusal = await agent.post(`/versions/${naming}/_restore`)
    assertProblem(refusal, 409, 'agent.integrity_conflict')
    const fields = refusal.body.errors.map(({ field }: { field: string }) => field)
    assert.deepEqual(fields, ['capabilities.knowledge.things[0].media'])
    assert.deepEqual([await exportOf(agent), await versionsOf(agent)], before)
  })

  test('versions that are none, and labels that are too long, are refused', async () => {
    const agent = await createTestAgent(server)
    for (const path of ['/versions/2', '/versions/x', '/versions/-1', '/versions/99999999999', '/versions/1/diff/2'])
      assertProblem(await agent.get(path), 404, 'resource.not_found')
    assertProblem(await agent.patch('/versions/1', { label: 'x'.repeat(81) }), 422, 'request.invalid')
    assertProblem(await agent.post('/versions/9/_restore'), 404, 'resource.not_found')
  })

  test('two writes at once make two versions, each of which can be read', async () => {
    const agent = await createTestAgent(server)
    await Promise.all([putFacts(agent, fact('one')), agent.put('/personality', { text: 'Warm.' })])
    assert.equal(await newest(agent), 3)
    for (const version of [1, 2, 3]) assertStatus(await agent.get(`/versions/${version}`), 200)
  })
})
