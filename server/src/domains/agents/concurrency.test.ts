import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAnotherProcess, createTestAgent, type TestAgent } from '../../testing/agent.ts'
import { createTestApp } from '../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody, type TestReply } from '../../testing/client.ts'
import { harborAgent } from '../../testing/harbor-agent.ts'

/** Many concurrent writes from several processes to one agent. */

const server = await createTestApp()
const second = createAnotherProcess(server)
const statuses = (replies: TestReply[]): number[] => replies.map(({ status }) => status).toSorted((a, b) => a - b)
const playbooks = async (agent: TestAgent): Promise<ReplyBody[]> =>
  assertStatus(await agent.get('/playbooks'), 200).data

test('thirty concurrent requests from two processes that set the default leave exactly one default', async () => {
  const agent = await createTestAgent(server)
  const ids = ['general', 'a', 'b', 'c', 'd']
  for (const id of ids.slice(1)) assertStatus(await agent.post('/playbooks', { id, name: id }), 201)
  const replies = await Promise.all(
    Array.from({ length: 30 }, (_, index) => {
      const by = index % 2 === 0 ? agent : second(agent)
      return by.post(`/playbooks/${ids[index % ids.length]}/_setDefault`)
    }),
  )
  for (const reply of replies) assert.equal(assertStatus(reply, 200).isDefault, true)
  assert.equal((await playbooks(agent)).filter(({ isDefault }) => isDefault).length, 1)
})

test('playbooks created concurrently with the same name all get distinct ids, and only one becomes the default', async () => {
  const agent = await createTestAgent(server)
  const made = await Promise.all(
    Array.from({ length: 20 }, (_, index) => agent.post('/playbooks', { name: 'Crowd', isDefault: index % 2 === 0 })),
  )
  assert.equal(new Set(made.map((reply) => assertStatus(reply, 201).id)).size, 20)
  const all = await playbooks(agent)
  assert.deepEqual([all.length, all.filter(({ isDefault }) => isDefault).length], [21, 1])
})

test('concurrent deletions of playbooks leave at least one playbook and exactly one default', async () => {
  const agent = await createTestAgent(server)
  const ids = ['general', 'a', 'b', 'c']
  for (const id of ids.slice(1)) await agent.post('/playbooks', { id, name: id })
  const replies = await Promise.all(ids.map((id, index) => (index % 2 ? agent : second(agent)).del(`/playbooks/${id}`)))
  assert.deepEqual(statuses(replies), [204, 204, 204, 409])
  assert.deepEqual(
    (await playbooks(agent)).map(({ isDefault }) => isDefault),
    [true],
  )
})

test('a PUT that removes a Goal and the creation of an Outreach that names it never both succeed', async () => {
  const agent = await createTestAgent(server)
  await agent.post('/message-templates', { id: 'hello', name: 'Hello', body: 'Hello.' })
  for (let round = 0; round < 15; round++) {
    assertStatus(await agent.put('/goals', { goals: harborAgent.goals.goals }), 200)
    const outreach = { id: 'spring', name: 'Spring', openerTemplateId: 'hello', goal: { goalId: 'replied' } }
    const calls = [() => agent.put('/goals', { goals: [] }), () => second(agent).post('/outreach', outreach)]
    const replies = await Promise.all((round % 2 ? calls : calls.toReversed()).map((call) => call()))
    const [dropped, made] = (round % 2 ? replies : replies.toReversed()) as [TestReply, TestReply]
    if (made.status === 201) {
      assertProblem(dropped, 409, 'agent.integrity_conflict', 'outreach.outreaches[0].goal.goalId')
      assertStatus(await agent.del('/outreach/spring'), 204)
    } else {
      assertStatus(dropped, 200)
      assertProblem(made, 422, 'goal.unknown', 'outreach.outreaches[0].goal.goalId')
    }
  }
})

test('concurrent changes to different fields are all stored', async () => {
  const agent = await createTestAgent(server)
  const fields = {
    brandColor: '#123456',
    contactPhone: '1',
    contactAvailability: '2',
    identityPreamble: '3',
    contactEmail: 'a@example.com',
    websiteUrl: 'https://example.com',
  }
  const patches = Object.entries(fields).map(([field, value], index) =>
    (index % 2 ? agent : second(agent)).patch('/identity', { [field]: value }),
  )
  for (const reply of await Promise.all(patches)) assertStatus(reply, 200)
  assert.deepEqual((await agent.get('/identity')).body, fields)
})

test('concurrent imports store exactly one document, as a whole', async () => {
  const agent = await createTestAgent(server)
  const documents = Array.from({ length: 12 }, (_, index) => ({
    standingInstructions: [`Number ${index}`],
    personality: { text: `Number ${index}` },
  }))
  const replies = await Promise.all(
    documents.map((document, index) => (index % 2 ? agent : second(agent)).post('/import', document)),
  )
  for (const reply of replies) assertStatus(reply, 200)
  const [instruction] = (await agent.get('/standing-instructions')).body.data
  assert.equal((await agent.get('/personality')).body.text, instruction)
})

test('when an agent is deleted during concurrent writes, each write succeeds or returns 404, and no data is left behind', async () => {
  const agent = await createTestAgent(server)
  const writes = Array.from({ length: 8 }, (_, index) =>
    second(agent).put('/standing-instructions', { standingInstructions: [`${index}`] }),
  )
  const [deletion, ...others] = await Promise.all([agent.del(''), ...writes])
  assertStatus(deletion as TestReply, 204)
  for (const { status } of others) assert.ok(status === 200 || status === 404)
  assertProblem(await second(agent).get('/standing-instructions'), 404, 'resource.not_found')
})

test('two processes see each other’s writes immediately', async () => {
  const mine = await createTestAgent(server)
  const theirs = second(mine)
  for (let round = 0; round < 50; round++) {
    const [writer, reader] = round % 2 ? [mine, theirs] : [theirs, mine]
    const standingInstructions = [`Round ${round}`]
    const written = await writer.put('/standing-instructions', { standingInstructions })
    assertStatus(written, 200)
    const read = await reader.get('/standing-instructions')
    assert.deepEqual([read.body.data, read.headers.etag], [standingInstructions, written.headers.etag])
    assert.deepEqual((await reader.get('/export?format=json')).body.standingInstructions, standingInstructions)
  }
})

test('a write that one process refused is not visible in another process', async () => {
  const mine = await createTestAgent(server, harborAgent)
  const theirs = second(mine)
  for (let round = 0; round < 10; round++) {
    assertProblem(await mine.del('/integrations/orders'), 409, 'agent.integrity_conflict')
    assert.equal((await theirs.get('/integrations')).body.data.length, 1)
    assert.equal((await mine.get('/integrations')).body.data.length, 1)
  }
})

test('an agent created again under a deleted id has no data of the old one, in either process', async () => {
  const mine = await createTestAgent(server, harborAgent)
  const theirs = second(mine)
  assert.equal((await theirs.get('/rules')).body.data.length, 1)
  assertStatus(await mine.del(''), 204)
  assertStatus(await mine.client.post(`/orgs/${mine.orgId}/agents`, { id: mine.id, name: 'Anew' }), 201)
  for (const agent of [mine, theirs]) {
    assert.deepEqual((await agent.get('/rules')).body.data, [])
    assert.deepEqual((await agent.get('/knowledge/things')).body.data, [])
  }
})

const written: Record<string, object> = {
  '/identity': { brandColor: '#fff' },
  '/personality': { text: 'Anew.' },
  '/goals': { goals: harborAgent.goals.goals, defaultGoal: null },
  '/standing-instructions': { standingInstructions: ['Anew.'] },
  '/guardrails': { topicsToAvoid: ['Anew'] },
  '/rules': { rules: [] },
  '/objectives': { objectives: [] },
  '/knowledge/things': { things: [...harborAgent.capabilities.knowledge.things, { id: 'new', name: 'New' }] },
  '/knowledge/collections': { collections: [{ id: 'sail', name: 'Anew' }] },
  '/knowledge/facts': { facts: [] },
  '/people-fields': { fields: [...harborAgent.capabilities.people.fields, { key: 'new', type: 'string' }] },
  '/scheduling': {},
  '/notifications': {},
  '/settings/sending': {},
  '/playbooks/general': { name: 'Anew' },
  '/message-templates/reminder': { name: 'Anew', body: 'Anew' },
  '/integrations/orders': { description: 'Anew', endpoint: { url: 'https://example.com' } },
  '/tool-bindings/%40svc%2Ftool.sendgrid-mail': { config: {} },
  '/outreach/spring': { name: 'Anew', openerTemplateId: 'reminder' },
  '/automated-outreach/new-people': { name: 'Anew', outreachId: 'spring', trigger: { event: 'conversation.ended' } },
}
for (const [path, body] of Object.entries(written)) {
  test(`PUT ${path} with If-Match succeeds once with the ETag that was read, then returns 412 and changes nothing`, async () => {
    const agent = await createTestAgent(server, harborAgent)
    const read = await agent.get(path)
    const mark = { 'if-match': read.headers.etag as string }
    assert.match(mark['if-match'], /^"[\w-]+"$/)
    assert.equal((await agent.get(path, { 'if-none-match': mark['if-match'] })).status, 304)
    const replies = await Promise.all([second(agent).put(path, body, mark), agent.put(path, body, mark)])
    assert.deepEqual(statuses(replies), [200, 412])
    assertProblem(replies.find(({ status }) => status === 412) as TestReply, 412, 'request.precondition_failed')
    const after = await agent.get(path)
    assert.notEqual(after.headers.etag, mark['if-match'])
    assert.equal(after.headers.etag, replies.find(({ status }) => status === 200)?.headers.etag)
    assertStatus(await agent.put(path, body, { 'if-match': '*' }), 200)
    assertStatus(await agent.put(path, body, { 'if-match': `"other", ${after.headers.etag}` }), 200)
  })
}

test('equal sections of two agents have equal ETags in every process', async () => {
  const [one, other] = [await createTestAgent(server, harborAgent), second(await createTestAgent(server, harborAgent))]
  for (const path of Object.keys(written).filter((path) => path !== '/knowledge/facts')) {
    assert.equal((await one.get(path)).headers.etag, (await other.get(path)).headers.etag, path)
  }
})

test('DELETE with an outdated ETag returns 412 and deletes nothing', async () => {
  const agent = await createTestAgent(server)
  await agent.post('/playbooks', { name: 'Desk' })
  const { headers } = await agent.get('/playbooks/desk')
  await agent.patch('/playbooks/desk', { body: 'Changed' })
  const mark = { 'if-match': headers.etag as string }
  assertProblem(await agent.del('/playbooks/desk', mark), 412, 'request.precondition_failed')
  assertStatus(await agent.get('/playbooks/desk'), 200)
})

const binding = '/tool-bindings/%40svc%2Ftool.sendgrid-mail'
const acts: [path: string, read: string, body?: object][] = [
  ['/playbooks/general/_setDefault', '/playbooks/general'],
  ['/playbooks/import', '/playbooks', { templateId: '@svc/playbook.front-desk' }],
  ['/personality/import', '/personality', { templateId: '@svc/personality.warm-receptionist' }],
  ['/guardrails/import', '/guardrails', { templateId: '@svc/guardrail.medical' }],
  ['/objectives/import', '/objectives', { templateId: '@svc/objective.book-appointments' }],
  [`${binding}/_enable`, binding],
  [`${binding}/_disable`, binding],
  ['/apply-template', '', { templateId: '@svc/agent.gym' }],
  ['/updates/apply', '/updates', { kind: 'personality' }],
  ['/gateway/_rotateAccessToken', '/gateway'],
  ['/gateway/_rotateSigningSecret', '/gateway'],
]
for (const [path, read, body = {}] of acts) {
  test(`POST ${path} with an outdated ETag returns 412 and changes nothing`, async () => {
    const agent = await createTestAgent(server, harborAgent)
    const [before, gateway] = [await agent.get('/export?format=json'), await agent.get('/gateway')]
    assertProblem(await agent.post(path, body, { 'if-match': '"x"' }), 412, 'request.precondition_failed')
    assert.deepEqual((await agent.get('/export?format=json')).body, before.body)
    assert.deepEqual((await agent.get('/gateway')).body, gateway.body)
    const mark = { 'if-match': (await agent.get(read)).headers.etag as string }
    assert.notEqual((await agent.post(path, body, mark)).status, 412)
  })
}
