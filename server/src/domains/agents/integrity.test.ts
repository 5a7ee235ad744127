import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestAgent, readEverySection, type TestAgent } from '../../testing/agent.ts'
import { createTestApp } from '../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody, type TestReply } from '../../testing/client.ts'
import { harborAgent } from '../../testing/harbor-agent.ts'
import { builtInCatalog } from '../catalogs/index.ts'
import { png } from './media/content.testing.ts'

/** Referential integrity: whichever route removes an item, and always atomically. */

const server = await createTestApp()
const conflict = [409, 'agent.integrity_conflict'] as const

async function refuses(
  agent: TestAgent,
  call: () => Promise<TestReply>,
  expected: readonly [number, string],
  fields: string[],
) {
  const before = await readEverySection(agent)
  const reply = await call()
  assertProblem(reply, ...expected, ...fields)
  const reportedFields = reply.body.errors.map(({ field }: ReplyBody) => field)
  assert.deepEqual(reportedFields.toSorted(), fields.toSorted())
  if (expected === conflict) assert.ok(reply.body.errors.every(({ code }: ReplyBody) => /^[a-zA-Z]+\..+/.test(code)))
  assert.deepEqual(await readEverySection(agent), before)
  return reply.body
}

type Removal = [by: string, call: (agent: TestAgent) => Promise<TestReply>]
const imports = (document: object): Removal => ['import', (agent) => agent.post('/import', document)]
const deletes = (path: string): Removal => [`DELETE ${path}`, (agent) => agent.del(path)]
const puts = (path: string, body: object): Removal => [`PUT ${path}`, (agent) => agent.put(path, body)]
const without = <T extends object>(list: readonly T[], id: string): T[] =>
  list.filter((one) => (one as { id?: string }).id !== id)

const { knowledge } = harborAgent.capabilities
const withoutPricing = harborAgent.playbooks.filter(({ id }) => id !== 'pricing')
const withoutSpring = harborAgent.playbooks.filter(({ id }) => id !== 'spring')

const removals: [what: string, fields: string[], ...routes: Removal[]][] = [
  [
    'a template that a flow says, texts name, a playbook inlines and an Outreach opens with',
    ['playbooks[1].messageTemplateRefs[0]', 'playbooks[1].body', 'playbooks[1].flow.steps[1].say', 'capabilities.knowledge.facts[0].answer', 'outreach.outreaches[0].openerTemplateId'],
    deletes('/message-templates/welcome'),
    imports({ messageTemplates: without(harborAgent.messageTemplates, 'welcome') }),
  ],
  [
    'a template that an Outreach follows up with',
    ['outreach.outreaches[0].followUp.templateId'],
    deletes('/message-templates/reminder'),
    imports({ messageTemplates: without(harborAgent.messageTemplates, 'reminder') }),
  ],
  [
    'a playbook that a flow calls and hands over to, a Fact holds in and reminders open in',
    ['playbooks[1].flow.steps[3].call', 'playbooks[1].flow.steps[4].handoff', 'capabilities.knowledge.facts[0].scope.playbookIds[0]', 'capabilities.scheduling.reminders.playbookId'],
    deletes('/playbooks/pricing'),
    imports({ playbooks: withoutPricing }),
  ],
  [
    'the playbook of an Outreach',
    ['outreach.outreaches[0].playbookId'],
    deletes('/playbooks/spring'),
    imports({ playbooks: withoutSpring }),
  ],
  [
    'the Goal of an Outreach',
    ['outreach.outreaches[0].goal.goalId'],
    puts('/goals', { goals: without(harborAgent.goals.goals, 'replied') }),
    imports({ goals: { ...harborAgent.goals, goals: without(harborAgent.goals.goals, 'replied') } }),
  ],
  [
    'the Goal of a playbook, and of the agent',
    ['playbooks[1].goal.goalId', 'goals.defaultGoal.goalId'],
    puts('/goals', { goals: without(harborAgent.goals.goals, 'booked') }),
    imports({ goals: { ...harborAgent.goals, goals: without(harborAgent.goals.goals, 'booked') } }),
  ],
  [
    'the Goal that another turns to',
    ['goals.defaultGoal.then'],
    puts('/goals', { goals: without(harborAgent.goals.goals, 'happy') }),
    imports({ goals: { ...harborAgent.goals, goals: without(harborAgent.goals.goals, 'happy') } }),
  ],
  [
    'an integration that a playbook uses and a flow calls',
    ['playbooks[1].uses[2]', 'playbooks[1].flow.steps[2].action'],
    deletes('/integrations/orders'),
    imports({ integrations: { custom: [] } }),
  ],
  [
    'a People field that a slot, a template and a condition read',
    ['playbooks[1].flow.slots[0].bind', 'messageTemplates[0].body', 'goals.defaultGoal.unless.field'],
    puts('/people-fields', { fields: [] }),
    imports({ capabilities: { people: { fields: [] } } }),
  ],
  [
    'a Thing that a template names',
    ['messageTemplates[0].body'],
    puts('/knowledge/things', { things: without(knowledge.things, 'boat') }),
    imports({ capabilities: { knowledge: { things: without(knowledge.things, 'boat') } } }),
  ],
  [
    'a collection that a Thing is in and a text names',
    ['capabilities.knowledge.things[0].collections[0]', 'playbooks[1].body'],
    imports({ capabilities: { knowledge: { collections: [] } } }),
  ],
  [
    'an Outreach that a rule sends',
    ['outreach.automated[0].outreachId'],
    imports({ outreach: { outreaches: [] } }),
  ],
] // biome-ignore format: one table

for (const [what, fields, ...routes] of removals) {
  for (const [by, call] of routes) {
    test(`removing ${what} by ${by} returns 409 with every place that names it`, async () => {
      const agent = await createTestAgent(server, harborAgent)
      const { detail } = await refuses(agent, () => call(agent), conflict, fields)
      assert.ok(detail.length > 0)
    })
  }
}

test('applying an agent template that would remove items in use returns 409 and applies nothing', async () => {
  const agent = await createTestAgent(server, harborAgent)
  const before = await readEverySection(agent)
  const template = builtInCatalog
    .list('agent-templates')
    .find(({ goals, playbookTemplateIds }) => goals && playbookTemplateIds)
  const reply = await agent.post('/apply-template', { templateId: template?.id })
  assertProblem(reply, ...conflict, 'capabilities.knowledge.facts[0].scope.playbookIds[0]')
  assertProblem(reply, ...conflict, 'outreach.outreaches[0].goal.goalId')
  assert.deepEqual(await readEverySection(agent), before)
})

const patches: [path: string, patch: object, code: string, field: string][] = [
  ['/playbooks/general', { messageTemplateRefs: ['nowhere'] }, 'request.invalid', 'messageTemplateRefs[0]'],
  ['/playbooks/general', { uses: ['integration:nowhere'] }, 'agent.playbook.uses_unknown', 'playbooks[0].uses[0]'],
  ['/playbooks/general', { goal: { goalId: 'nowhere' } }, 'goal.unknown', 'playbooks[0].goal.goalId'],
  ['/outreach/spring', { openerTemplateId: 'nowhere' }, 'request.invalid', 'openerTemplateId'],
  ['/automated-outreach/new-people', { outreachId: 'nowhere' }, 'request.invalid', 'outreachId'],
]
for (const [path, patch, code, field] of patches) {
  test(`PATCH ${path} with an unknown reference in ${field} returns 422 ${code}`, async () => {
    const agent = await createTestAgent(server, harborAgent)
    await refuses(agent, () => agent.patch(path, patch), [422, code], [field])
  })
}

test('one document may remove an item together with everything that names it', async () => {
  const agent = await createTestAgent(server, harborAgent)
  const document = {
    ...harborAgent,
    integrations: { custom: [] },
    playbooks: harborAgent.playbooks.map((playbook) =>
      playbook.id === 'desk' ? { ...playbook, uses: [], flow: undefined } : playbook,
    ),
  }
  assertStatus(await agent.post('/import', document), 200)
  assert.deepEqual((await agent.get('/integrations')).body, { data: [] })
})

test('a text that names a missing item blocks nothing; once the item exists it cannot be deleted', async () => {
  const agent = await createTestAgent(server)
  const body = 'See [[template: later]] and [[collection: none]] and {person.customFields.none}.'
  assertStatus(await agent.post('/message-templates', { id: 'first', name: 'First', body }), 201)
  assertStatus(await agent.patch('/message-templates/first', { name: 'Renamed' }), 200)
  assertStatus(await agent.put('/standing-instructions', { standingInstructions: ['Be brief.'] }), 200)
  assertStatus(await agent.post('/message-templates', { id: 'later', name: 'Later', body: 'Here.' }), 201)
  await refuses(agent, () => agent.del('/message-templates/later'), conflict, ['messageTemplates[0].body'])
  const escaped = body.replace('[[template', '\\[[template')
  assertStatus(await agent.patch('/message-templates/first', { body: escaped }), 200)
  assertStatus(await agent.del('/message-templates/later'), 204)
})

test('a template that names itself can be deleted', async () => {
  const agent = await createTestAgent(server)
  assertStatus(await agent.post('/message-templates', { id: 'me', name: 'Me', body: '[[template: me]]' }), 201)
  assertStatus(await agent.del('/message-templates/me'), 204)
})

test('an import can neither remove a playbook from its Outreach nor give an Outreach a second one', async () => {
  const agent = await createTestAgent(server, harborAgent)
  const owned = (change: object) =>
    harborAgent.playbooks.map((one) => (one.id === 'spring' ? { ...one, ...change } : one))
  for (const playbooks of [
    owned({ outreachId: undefined }),
    [...harborAgent.playbooks, { id: 'second', name: 'Second', outreachId: 'spring' }],
  ]) {
    const before = await readEverySection(agent)
    assertProblem(await agent.post('/import', { playbooks }), 422, 'request.invalid')
    assert.deepEqual(await readEverySection(agent), before)
  }
  const asDefault = owned({ isDefault: true }).map((one) => (one.id === 'general' ? { ...one, isDefault: false } : one))
  const before = await readEverySection(agent)
  assertProblem(await agent.post('/import', { playbooks: asDefault }), 409, 'resource.conflict')
  assert.deepEqual(await readEverySection(agent), before)
})

test('a media item that a Thing shows cannot be deleted until the Thing no longer shows it', async () => {
  const agent = await createTestAgent(server)
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(png(2, 2))], { type: 'image/png' }), 'boat.png')
  const encoded = new Response(form)
  const type = { 'content-type': encoded.headers.get('content-type') as string }
  const { id } = assertStatus(await agent.raw('POST', '/media', Buffer.from(await encoded.arrayBuffer()), type), 201)
  const put = (media?: string) => agent.put('/knowledge/things', { things: [{ id: 'boat', name: 'Boat', media }] })
  assertStatus(await put(`image:${id}`), 200)
  await refuses(agent, () => agent.del(`/media/${id}`), conflict, ['capabilities.knowledge.things[0].media'])
  assertStatus(await agent.get(`/media/${id}`), 200)
  assertStatus(await put(), 200)
  assertStatus(await agent.del(`/media/${id}`), 204)
})
