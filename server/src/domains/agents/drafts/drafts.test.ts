import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTestAgent, type TestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, assertStatus } from '../../../testing/client.ts'

const server = await createTestApp()

const fact = (id: string, answer = `Answer of ${id}.`) => ({ id, question: `What about ${id}?`, answer })
const putFacts = async (agent: Pick<TestAgent, 'put'>, ...facts: object[]) =>
  assertStatus(await agent.put('/knowledge/facts', { facts }), 200)
const factIds = async (agent: Pick<TestAgent, 'get'>): Promise<string[]> =>
  assertStatus(await agent.get('/knowledge/facts'), 200).data.map(({ id }: { id: string }) => id)

/** The agent with the draft's id in every call. */
function within(agent: TestAgent, draftId: string) {
  const headers = (own: Record<string, string> = {}) => ({ ...own, 'x-svc-draft': draftId })
  return {
    get: (path: string, own?: Record<string, string>) => agent.get(path, headers(own)),
    put: (path: string, body: unknown, own?: Record<string, string>) => agent.put(path, body, headers(own)),
    post: (path: string, body: unknown) => agent.post(path, body, headers()),
    patch: (path: string, body: unknown) => agent.patch(path, body, headers()),
    del: (path: string) => agent.del(path, headers()),
  }
}

async function createDraft(agent: TestAgent, body: object = {}) {
  const draft = assertStatus(await agent.post('/drafts', { name: 'Draft', ...body }), 201)
  return { draft, inside: within(agent, draft.id) }
}

describe('drafts', () => {
  test('a draft is edited without touching live, and its name, identity and export are its own', async () => {
    const agent = await createTestAgent(server)
    const before = assertStatus(await agent.get('/export?format=json'), 200)
    const { inside } = await createDraft(agent)
    assertStatus(await inside.patch('', { name: 'Pier', identity: { websiteUrl: 'https://example.com' } }), 200)
    await putFacts(inside, fact('one'))
    assertStatus(await inside.post('/message-templates', { id: 'hi', name: 'Hi', body: 'Hi.' }), 201)
    const { name, identity } = assertStatus(await inside.get(''), 200)
    assert.deepEqual([name, identity.websiteUrl], ['Pier', 'https://example.com'])
    assert.equal(assertStatus(await inside.get('/export?format=json'), 200).agent.name, 'Pier')
    assert.deepEqual(assertStatus(await agent.get('/export?format=json'), 200), before)
    assert.equal(assertStatus(await agent.get(''), 200).name, 'Harbour')
  })

  test('edits say who changed what in the draft, newest first, and a rebase is one without paths', async () => {
    const agent = await createTestAgent(server)
    await putFacts(agent, fact('one'))
    const { draft, inside } = await createDraft(agent)
    const edits = `/drafts/${draft.id}/edits`
    assert.deepEqual(assertStatus(await agent.get(edits), 200).data, [])
    await putFacts(inside, fact('one', 'Other.'), fact('two'))
    await putFacts(inside, fact('one', 'Other.'), fact('two'))
    assertStatus(await inside.put('/personality', { text: 'Brief.' }), 200)
    const [top, first, ...more] = assertStatus(await agent.get(edits), 200).data
    assert.equal(more.length, 0, 'a write that changes nothing is no edit')
    assert.deepEqual([top.sections, top.paths, top.by.type], [['personality'], ['personality'], 'key'])
    const paths = ['capabilities.knowledge.facts[one]', 'capabilities.knowledge.facts[two]']
    assert.deepEqual([first.summary, first.paths], ['facts: 1 added, 1 changed', paths])
    const page = assertStatus(await agent.get(`${edits}?limit=1`), 200)
    assert.equal(page.data.length, 1)
    const next = assertStatus(await agent.get(`${edits}?limit=1&pageToken=${page.nextPageToken}`), 200)
    assert.deepEqual(next.data, [first])
    assertStatus(await agent.put('/standing-instructions', { standingInstructions: ['Live.'] }), 200)
    assertStatus(await agent.post(`/drafts/${draft.id}/_rebase`, {}), 200)
    const [rebased] = assertStatus(await agent.get(edits), 200).data
    assert.deepEqual([rebased.summary, rebased.paths], ['took over version 3', []])
    assertProblem(await agent.get('/drafts/nope/edits'), 404, 'agent.draft.not_found')
  })

  test('integrity rules hold inside the draft', async () => {
    const agent = await createTestAgent(server)
    const { inside } = await createDraft(agent)
    assertStatus(await inside.post('/message-templates', { id: 'opener', name: 'Opener', body: 'Hi.' }), 201)
    assertStatus(await inside.post('/outreach', { id: 'spring', name: 'Spring', openerTemplateId: 'opener' }), 201)
    assertProblem(await inside.del('/message-templates/opener'), 409, 'agent.integrity_conflict')
    assertProblem(await agent.post('/outreach', { name: 'Spring', openerTemplateId: 'opener' }), 422, 'request.invalid')
  })

  test('an agent has at most 20 drafts', async () => {
    const agent = await createTestAgent(server)
    for (let n = 0; n < 20; n++) await createDraft(agent)
    assertProblem(await agent.post('/drafts', { name: 'One more' }), 409, 'resource.conflict')
  })

  test('an unknown draft is refused in the header, the path and bodies; other routes refuse the header', async () => {
    const agent = await createTestAgent(server)
    const inside = within(agent, 'dft_none')
    assertProblem(await inside.get('/personality'), 404, 'agent.draft.not_found')
    assertProblem(await agent.get('/drafts/dft_none'), 404, 'agent.draft.not_found')
    assertProblem(await agent.post('/drafts/dft_none/_publish', {}), 404, 'agent.draft.not_found')
    const { id: persona } = assertStatus(await agent.post('/personas', { name: 'Ada' }), 201)
    for (const [path, body] of [
      ['/emulator-links', {}],
      [`/personas/${persona}/turns`, { turn: 'Hello' }],
      ['/tests/runs', {}],
      ['/replays', { start: '2029-01-01T00:00:00Z', end: '2029-01-02T00:00:00Z' }],
    ] as const)
      assertProblem(await agent.post(path, { ...body, draftId: 'dft_none' }), 404, 'agent.draft.not_found')
    for (const path of ['/people', '/tool-bindings', '/settings/sending', '/gateway', '/drafts', '/versions'])
      assertProblem(await inside.get(path), 400, 'request.malformed')
  })

  test('a secret set in a draft is the draft’s until it is published, and one cleared there too', async () => {
    const agent = await createTestAgent(server)
    const integration = { description: 'x', endpoint: { url: 'https://example.com/h' } }
    assertStatus(await agent.put('/integrations/crm', { ...integration, authHeader: 'Bearer aaaa1111' }), 201)
    const { draft, inside } = await createDraft(agent)
    const authOf = async (by: Pick<TestAgent, 'get'>) => assertStatus(await by.get('/integrations/crm'), 200).auth
    assertStatus(await inside.put('/integrations/crm', { ...integration, authHeader: 'Bearer bbbb2222' }), 200)
    assert.deepEqual([(await authOf(inside)).last4, (await authOf(agent)).last4], ['2222', '1111'])
    assertStatus(await inside.put('/integrations/crm', { ...integration, authHeader: null }), 200)
    assert.deepEqual([(await authOf(inside)).set, (await authOf(agent)).set], [false, true])
    assertStatus(await inside.put('/integrations/crm', { ...integration, authHeader: 'Bearer cccc3333' }), 200)
    assertStatus(await agent.post(`/drafts/${draft.id}/_publish`, {}), 200)
    assert.equal((await authOf(agent)).last4, '3333')
    const { rows } = await server.database.pool.query("select name from agent_secrets where name like 'draft.%'")
    assert.deepEqual(rows, [])
  })

  test('a rebase takes over live, reports conflicts and takes the chosen side', async () => {
    const agent = await createTestAgent(server)
    await putFacts(agent, fact('one', 'Base'))
    const { draft, inside } = await createDraft(agent)
    await putFacts(inside, fact('one', 'Draft'), fact('mine'))
    await putFacts(agent, fact('one', 'Live'), fact('theirs'))
    const path = `/drafts/${draft.id}/_rebase`
    const refused = await agent.post(path, {})
    assertProblem(refused, 409, 'agent.draft.conflict')
    const { conflicts } = refused.body
    assert.equal(conflicts.length, 1)
    const rebased = assertStatus(await agent.post(path, { resolve: [{ path: conflicts[0].path, take: 'live' }] }), 200)
    assert.deepEqual([rebased.baseVersion, rebased.changes], [3, 1])
    assert.deepEqual(await factIds(inside), ['one', 'theirs', 'mine'])
  })

  test('publishing merges into live as one version; of two drafts that change the same item, one wins', async () => {
    const agent = await createTestAgent(server)
    await putFacts(agent, fact('one', 'Base'))
    const [first, second] = [await createDraft(agent), await createDraft(agent)]
    await putFacts(first.inside, fact('one', 'First'))
    await putFacts(second.inside, fact('one', 'Second'))
    const replies = await Promise.all(
      [first, second].map(({ draft }) => agent.post(`/drafts/${draft.id}/_publish`, { label: 'Now' })),
    )
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409])
    const [top] = assertStatus(await agent.get('/versions'), 200).data
    assert.deepEqual([top.version, top.label], [3, 'Now'])
  })

  test('with requireDraft only drafts are written, and restoring stays possible', async () => {
    const agent = await createTestAgent(server)
    await putFacts(agent, fact('one'))
    assertStatus(await agent.put('/settings/publishing', { requireDraft: true }), 200)
    assertProblem(await agent.put('/personality', { text: 'x' }), 409, 'agent.draft.required')
    const { inside } = await createDraft(agent)
    assertStatus(await inside.put('/personality', { text: 'x' }), 200)
    assertStatus(await agent.post('/versions/1/_restore'), 200)
    assertStatus(await agent.put('/settings/sending', {}), 200)
    const { data: drafts } = assertStatus(await agent.get('/drafts'), 200)
    assertStatus(await agent.post(`/drafts/${drafts[0].id}/_publish`, {}), 200)
    assert.equal(assertStatus(await agent.get('/personality'), 200).text, 'x')
    const { rows } = await server.database.pool.query(
      "select type, data ->> 'version' as version from outbox where org_id = $1 and type ~ 'published|restored'",
      [agent.orgId],
    )
    const [published] = assertStatus(await agent.get('/versions'), 200).data
    const restored = published.version - 1
    assert.deepEqual(rows.map(({ type, version }) => [type, Number(version)]).sort(), [
      ['agent.published', published.version],
      ['agent.restored', restored],
    ])
  })

  test('a gate without a run of the draft refuses, and names neither run nor rate', async () => {
    const agent = await createTestAgent(server)
    assertStatus(await agent.put('/settings/publishing', { gate: {} }), 200)
    const { draft } = await createDraft(agent)
    const refused = await agent.post(`/drafts/${draft.id}/_publish`, {})
    assertProblem(refused, 409, 'agent.draft.gate_failed')
    const { runId, passRate, failing } = refused.body
    assert.deepEqual([runId, passRate, failing], [undefined, undefined, []])
  })

  test('an agent has one canary, and deleting its draft ends it', async () => {
    const agent = await createTestAgent(server)
    const [first, second] = [await createDraft(agent), await createDraft(agent)]
    const canary = (id: string) => agent.post(`/drafts/${id}/_canary`, { percent: 10 })
    assert.deepEqual(assertStatus(await canary(first.draft.id), 200).canary, { percent: 10 })
    assertProblem(await canary(second.draft.id), 409, 'resource.conflict')
    assertStatus(await agent.del(`/drafts/${first.draft.id}`), 204)
    assertStatus(await canary(second.draft.id), 200)
    assert.equal(assertStatus(await agent.post(`/drafts/${second.draft.id}/_endCanary`), 200).canary, undefined)
  })

  test('a persona’s turn with the draft is answered from its Facts', async () => {
    const agent = await createTestAgent(server)
    const question = 'What is the color of the day?'
    const color = (answer: string) => ({ id: 'color', question, answer, exact: true })
    await putFacts(agent, color('Red it is.'))
    const { draft, inside } = await createDraft(agent)
    await putFacts(inside, color('Blue it is.'))
    const say = async (extra: object) => {
      const { id } = assertStatus(await agent.post('/personas', { name: 'Ada' }), 201)
      const turn = assertStatus(await agent.post(`/personas/${id}/turns`, { turn: question, ...extra }), 200)
      return turn.messages.map(({ text }: { text: string }) => text).join(' ')
    }
    assert.match(await say({ draftId: draft.id }), /Blue/)
    assert.match(await say({}), /Red/)
  })
})
