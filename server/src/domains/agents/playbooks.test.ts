import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefusedUnchanged, createTestAgent, type TestAgent } from '../../testing/agent.ts'
import { createTestApp } from '../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../testing/client.ts'
import { harborAgent } from '../../testing/harbor-agent.ts'
import { builtInCatalog } from '../catalogs/index.ts'

const server = await createTestApp()

const defaults = async (agent: TestAgent): Promise<string[]> =>
  assertStatus(await agent.get('/playbooks'), 200)
    .data.filter(({ isDefault }: ReplyBody) => isDefault)
    .map(({ id }: ReplyBody) => id)
const ids = async (agent: TestAgent): Promise<string[]> =>
  (await agent.get('/playbooks')).body.data.map(({ id }: ReplyBody) => id)
const made = async (agent: TestAgent, body: object): Promise<ReplyBody> =>
  assertStatus(await agent.post('/playbooks', body), 201)

const flow = {
  id: 'main',
  slots: [{ name: 'email', type: 'email', bind: 'person.email' }],
  steps: [{ collect: 'email' }, { say: 'Thank you!' }, { end: { outcome: 'signed-up' } }],
}

test('a playbook created with only a name gets a slug, every use, an empty body, and is not the default', async () => {
  const agent = await createTestAgent(server)
  const endpoint = { url: 'https://example.com/orders' }
  assertStatus(await agent.put('/integrations/Orders_2', { description: 'Orders', endpoint }), 201)
  const uses = ['scheduling', 'people', 'notify', 'integration:Orders_2']
  assert.deepEqual(await made(agent, { name: 'Größe & Preis' }), {
    id: 'grosse-preis',
    name: 'Größe & Preis',
    body: '',
    uses,
    isDefault: false,
  })
  assert.equal((await made(agent, { name: 'Größe & Preis' })).id, 'grosse-preis-2')
  assert.equal((await made(agent, { name: '日本' })).id, 'playbook')
  assert.deepEqual(await defaults(agent), ['general'])
})

test('an existing playbook id returns 409, and an id that is not a slug returns 422', async () => {
  const agent = await createTestAgent(server)
  await assertRefusedUnchanged(agent, () => agent.post('/playbooks', { name: 'X', id: 'general' }), [
    409,
    'resource.conflict',
  ])
  for (const id of ['Not a slug', '', null, 7, 'x'.repeat(65)]) {
    await assertRefusedUnchanged(agent, () => agent.post('/playbooks', { name: 'X', id }), [
      422,
      'request.invalid',
      'id',
    ])
  }
})

test('a new playbook marked as default replaces the previous default', async () => {
  const agent = await createTestAgent(server)
  assert.equal((await made(agent, { name: 'Desk', isDefault: true })).isDefault, true)
  assert.deepEqual(await defaults(agent), ['desk'])
  assertStatus(await agent.patch('/playbooks/general', { isDefault: true }), 200)
  assert.deepEqual(await defaults(agent), ['general'])
  assertStatus(await agent.post('/playbooks/desk/_setDefault'), 200)
  assert.deepEqual(await defaults(agent), ['desk'])
  const unmoved = assertStatus(await agent.patch('/playbooks/desk', { isDefault: false }), 200)
  assert.equal(unmoved.isDefault, true)
})

test('deleting the default promotes the next playbook in order, wrapping around and skipping owned ones; the last one cannot be deleted', async () => {
  const agent = await createTestAgent(server)
  await agent.post('/message-templates', { id: 'hello', name: 'Hello', body: 'Hello.' })
  await made(agent, { name: 'Desk' })
  assertStatus(await agent.post('/outreach', { name: 'Spring', openerTemplateId: 'hello' }), 201)
  await made(agent, { name: 'Night', isDefault: true })
  assert.deepEqual(await ids(agent), ['general', 'desk', 'spring', 'night'])
  assertStatus(await agent.del('/playbooks/night'), 204)
  assert.deepEqual(await defaults(agent), ['general'])
  await agent.post('/playbooks/desk/_setDefault')
  assertStatus(await agent.del('/playbooks/desk'), 204)
  assert.deepEqual(await defaults(agent), ['general'])
  await assertRefusedUnchanged(agent, () => agent.del('/playbooks/general'), [409, 'resource.conflict'])
})

test('a playbook owned by an Outreach cannot become the default or be deleted alone, and is deleted with its Outreach', async () => {
  const agent = await createTestAgent(server, harborAgent)
  await assertRefusedUnchanged(agent, () => agent.post('/playbooks/spring/_setDefault'), [409, 'resource.conflict'])
  await assertRefusedUnchanged(agent, () => agent.patch('/playbooks/spring', { isDefault: true }), [
    409,
    'resource.conflict',
  ])
  const put = () => agent.put('/playbooks/spring', { name: 'Spring', isDefault: true })
  await assertRefusedUnchanged(agent, put, [409, 'resource.conflict'])
  const field = 'outreach.outreaches[0].playbookId'
  await assertRefusedUnchanged(agent, () => agent.del('/playbooks/spring'), [409, 'agent.integrity_conflict', field])
  assertStatus(await agent.del('/automated-outreach/new-people'), 204)
  assertStatus(await agent.del('/outreach/spring'), 204)
  assertProblem(await agent.get('/playbooks/spring'), 404, 'resource.not_found')
})

test('an unknown playbook returns 404 on every route of a playbook', async () => {
  const agent = await createTestAgent(server)
  for (const id of ['nowhere', '__proto__', 'a%2Fb', '%E2%98%83', '%40svc%2Fplaybook.front-desk']) {
    const path = `/playbooks/${id}`
    assertProblem(await agent.get(path), 404, 'resource.not_found')
    assertProblem(await agent.put(path, { name: 'X' }), 404, 'resource.not_found')
    assertProblem(await agent.patch(path, { name: 'X' }), 404, 'resource.not_found')
    assertProblem(await agent.del(path), 404, 'resource.not_found')
    assertProblem(await agent.post(`${path}/_setDefault`), 404, 'resource.not_found')
    assertProblem(await agent.post(`${path}/flow:generate`, {}), 404, 'resource.not_found')
  }
})

test('PUT replaces a playbook: omitted fields are removed, except uses, flow and origin', async () => {
  const agent = await createTestAgent(server)
  const templateId = '@svc/playbook.book-appointment'
  const { data } = assertStatus(await agent.post('/playbooks/import', { templateId }), 200)
  const { id, flow, uses, derivedFrom } = data[1]
  assert.deepEqual(derivedFrom, { templateId, version: builtInCatalog.find('playbook-templates', templateId)?.version })
  const put = { name: 'Own', derivedFrom: { templateId: 'forged', version: '9.9.9' }, outreachId: 'forged' }
  assert.deepEqual(assertStatus(await agent.put(`/playbooks/${id}`, put), 200), {
    id,
    name: 'Own',
    body: '',
    uses,
    flow,
    isDefault: false,
    derivedFrom,
  })
  const cleared = assertStatus(await agent.put(`/playbooks/${id}`, { name: 'Own', flow: null, uses: [] }), 200)
  assert.deepEqual(cleared, { id, name: 'Own', body: '', uses: [], isDefault: false, derivedFrom })
})

test('PATCH changes the fields it contains; null clears optional fields and returns 422 for the others', async () => {
  const agent = await createTestAgent(server)
  await agent.put('/goals', { goals: harborAgent.goals.goals })
  const all = {
    name: 'Desk',
    description: 'D',
    whenToUse: 'W',
    body: 'B',
    examples: [[{ role: 'agent', content: 'Hi' }]],
    toolRefs: ['@svc/tool.slack-webhook'],
    messageTemplateRefs: [],
    uses: ['people', 'people', 'notify'],
    flow,
    goal: { goalId: 'booked' },
  }
  const desk = await made(agent, all)
  assert.deepEqual(desk, { id: 'desk', isDefault: false, ...all, uses: ['people', 'notify'] })
  assert.deepEqual(assertStatus(await agent.patch('/playbooks/desk', {}), 200), desk)
  const clear = Object.fromEntries(
    ['description', 'whenToUse', 'examples', 'toolRefs', 'messageTemplateRefs', 'flow', 'goal'].map((key) => [
      key,
      null,
    ]),
  )
  const bare = { id: 'desk', isDefault: false, name: 'Desk', body: 'B', uses: ['people', 'notify'] }
  assert.deepEqual(assertStatus(await agent.patch('/playbooks/desk', clear), 200), bare)
  for (const field of ['name', 'body', 'uses', 'isDefault']) {
    const patch = () => agent.patch('/playbooks/desk', { [field]: null })
    await assertRefusedUnchanged(agent, patch, [422, 'request.invalid', field])
  }
})

const shapes: [field: string, value: unknown, told?: string][] = [
  ['name', ''],
  ['name', 'x'.repeat(201)],
  ['body', 7],
  ['body', 'x'.repeat(40_001)],
  ['whenToUse', 'x'.repeat(4001)],
  ['description', []],
  ['examples', [{ role: 'user', content: 'no list' }], 'examples[0]'],
  ['examples', [[{ role: 'robot', content: 'x' }]], 'examples[0][0].role'],
  ['examples', [[{ role: 'user' }]], 'examples[0][0].content'],
  ['toolRefs', ['@svc/tool.nowhere'], 'toolRefs[0]'],
  ['toolRefs', '@svc/tool.slack-webhook'],
  ['messageTemplateRefs', ['nowhere'], 'messageTemplateRefs[0]'],
  ['uses', 'people'],
  ['uses', [7], 'uses[0]'],
  ['goal', 'booked'],
  ['goal', {}, 'goal.goalId'],
  ['isDefault', 'yes'],
  ['procedures', []],
  ['procedures', null],
  ['skills', []],
] // biome-ignore format: one table
for (const [field, value, path = field] of shapes) {
  test(`a playbook with ${field} ${JSON.stringify(value).slice(0, 40)} returns 422 at ${path} on POST, PUT and PATCH`, async () => {
    const agent = await createTestAgent(server)
    const body = { name: 'Desk', [field]: value }
    const expected = [422, 'request.invalid', path] as const
    await assertRefusedUnchanged(agent, () => agent.post('/playbooks', body), expected)
    await assertRefusedUnchanged(agent, () => agent.put('/playbooks/general', body), expected)
    await assertRefusedUnchanged(agent, () => agent.patch('/playbooks/general', { [field]: value }), expected)
  })
}

test('unknown uses return 422 agent.playbook.uses_unknown, whose title lists both', async () => {
  const agent = await createTestAgent(server)
  const uses = ['people', 'juggling', 'integration:nowhere', 'integration:', 'knowledge']
  for (const call of [
    () => agent.post('/playbooks', { name: 'X', uses }),
    () => agent.put('/playbooks/general', { name: 'X', uses }),
    () => agent.patch('/playbooks/general', { uses }),
  ]) {
    const { title, errors } = await assertRefusedUnchanged(agent, call, [422, 'agent.playbook.uses_unknown'])
    for (const word of ['juggling', 'integration:nowhere', 'scheduling', 'people', 'notify', 'knowledge']) {
      assert.ok(title.includes(word), title)
    }
    assert.deepEqual(
      errors.map(({ field }: ReplyBody) => field.replace(/^playbooks\[\d\]\./, '')),
      ['uses[1]', 'uses[2]', 'uses[3]'],
    )
  }
  assert.deepEqual(assertStatus(await agent.patch('/playbooks/general', { uses: ['knowledge'] }), 200).uses, [
    'knowledge',
  ])
  assert.deepEqual(assertStatus(await agent.patch('/playbooks/general', { uses: [] }), 200).uses, [])
})

const faultyFlows: [title: string, flow: unknown, code: string][] = [
  ['that is not an object', 'main', 'flow.schema'],
  ['without steps', { id: 'main', slots: [] }, 'flow.schema'],
  ['with a step of two kinds', { steps: [{ say: 'x', collect: 'y' }] }, 'flow.schema'],
  [
    'with five chips',
    { steps: [{ say: { text: 'x', suggestions: ['a', 'b', 'c', 'd', 'e'] } }] },
    'flow.say.suggestions',
  ],
  ['with a field that no flow has', { steps: [{ say: 'x' }], colour: 'red' }, 'flow.schema'],
  ['that collects an unknown slot', { steps: [{ collect: 'nothing' }] }, 'flow.slot.unknown'],
  ['that says an unknown template', { steps: [{ say: 'template:nowhere' }] }, 'flow.template.unknown'],
  ['that calls an unknown playbook', { steps: [{ call: 'nowhere' }] }, 'flow.playbook.unknown'],
  [
    'that calls an unknown integration',
    { steps: [{ action: 'integration:nowhere.call' }] },
    'flow.integration.unknown',
  ],
  ['whose action no use covers', { steps: [{ action: 'scheduling.book' }] }, 'flow.action.capability.missing'],
]
for (const [title, flow, code] of faultyFlows) {
  test(`a flow ${title} returns 422 agent.playbook.flow_invalid with ${code} and its path`, async () => {
    const agent = await createTestAgent(server)
    const calls: [call: () => Promise<ReplyBody>, at: number][] = [
      [() => agent.post('/playbooks', { name: 'X', uses: [], flow }), 1],
      [() => agent.put('/playbooks/general', { name: 'X', uses: [], flow }), 0],
      [() => agent.patch('/playbooks/general', { uses: [], flow }), 0],
    ]
    for (const [call, at] of calls) {
      const { errors } = await assertRefusedUnchanged(agent, call, [422, 'agent.playbook.flow_invalid'])
      const found = errors.find((error: ReplyBody) => error.code === code)
      assert.ok(found, JSON.stringify(errors))
      assert.ok(found.field.startsWith(`playbooks[${at}].flow`) && found.path === found.field && found.message)
    }
  })
}

test('a flow with only warnings is stored; editing the body keeps the flow, and lint reports that it is stale', async () => {
  const agent = await createTestAgent(server)
  const generatedFrom = { bodyHash: '0'.repeat(64) }
  assertStatus(await agent.patch('/playbooks/general', { flow: { ...flow, generatedFrom } }), 200)
  const changed = assertStatus(await agent.patch('/playbooks/general', { body: 'Otherwise.' }), 200)
  assert.deepEqual(changed.flow.steps, flow.steps)
  const { data } = assertStatus(await agent.get('/lint'), 200)
  assert.ok(data.some(({ code, severity }: ReplyBody) => code === 'flow.body.stale' && severity !== 'error'))
})

test('an import returns the whole list with a copy that shows its origin; importing twice creates two copies', async () => {
  const agent = await createTestAgent(server)
  const templateId = '@svc/playbook.front-desk'
  assertStatus(await agent.post('/playbooks/import', { templateId }), 200)
  const { data } = assertStatus(await agent.post('/playbooks/import', { templateId }), 200)
  assert.equal(data.length, 3)
  assert.equal(new Set(data.map(({ id }: ReplyBody) => id)).size, 3)
  for (const copy of data.slice(1)) {
    assert.deepEqual([copy.derivedFrom.templateId, copy.isDefault], [templateId, false])
    assert.deepEqual(copy.uses, ['scheduling', 'people', 'notify'])
  }
})

test('flow:generate without an authoring model returns 503, a malformed brief returns 400, and nothing is stored', async () => {
  const agent = await createTestAgent(server)
  const generate = (body: unknown) => () => agent.post('/playbooks/general/flow:generate', body)
  for (const body of [undefined, {}, { brief: 'Ask for the email.', uses: ['people'], model: 'x' }]) {
    await assertRefusedUnchanged(agent, generate(body), [503, 'agent.flow.authoring_unavailable'])
  }
  for (const body of [{ brief: 7 }, { uses: 'people' }, { bogus: 1 }, [], null]) {
    await assertRefusedUnchanged(agent, generate(body), [400, 'request.malformed'])
  }
})

test('skills are retired: every skills route returns 404', async () => {
  const agent = await createTestAgent(server)
  for (const path of ['/skills', '/skills/x', '/products'])
    assertProblem(await agent.get(path), 404, 'resource.not_found')
  assertProblem(await agent.post('/skills/import', { templateId: '@svc/skill.offer-times' }), 404, 'resource.not_found')
})
