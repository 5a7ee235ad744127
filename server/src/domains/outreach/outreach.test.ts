import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertInvalid, assertRefusedUnchanged, createTestAgent, type TestAgent } from '../../testing/agent.ts'
import { createTestApp } from '../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../testing/client.ts'
import { harborAgent } from '../../testing/harbor-agent.ts'

const server = await createTestApp()

/** An agent with an opener that needs two custom fields, and a plain template. */
async function prepared(): Promise<TestAgent> {
  const agent = await createTestAgent(server)
  const body =
    'Hi {person.firstName|there}, {person.customFields.plan} {person.customFields.plan} {person.customFields.city|your city} {person.customFields.day}.'
  assertStatus(await agent.post('/message-templates', { id: 'opener', name: 'Opener', body }), 201)
  assertStatus(await agent.post('/message-templates', { id: 'again', name: 'Again', body: 'Still there?' }), 201)
  assertStatus(await agent.put('/goals', { goals: harborAgent.goals.goals }), 200)
  return agent
}

const made = async (agent: TestAgent, body: object): Promise<ReplyBody> =>
  assertStatus(await agent.post('/outreach', body), 201)
const spring = { name: 'Spring visit', openerTemplateId: 'opener' }

test('an Outreach created with a name and an opener gets its defaults, its inputs from the opener, and its own playbook', async () => {
  const agent = await prepared()
  const outreach = await made(agent, spring)
  assert.deepEqual(outreach, {
    id: 'spring-visit',
    ...spring,
    class: 'service',
    enabled: true,
    inputs: ['plan', 'day'],
    playbookId: 'spring-visit',
  })
  assert.deepEqual(assertStatus(await agent.get('/outreach'), 200), { data: [outreach] })
  const owned = assertStatus(await agent.get('/playbooks/spring-visit'), 200)
  assert.deepEqual([owned.name, owned.outreachId, owned.isDefault], ['Spring visit', 'spring-visit', false])
  assert.ok(owned.body.includes('Spring visit'))
  assert.deepEqual(owned.uses, ['scheduling', 'people', 'notify'])
})

test('a second Outreach with the same name gets another id, and so does its playbook if the id exists', async () => {
  const agent = await prepared()
  assertStatus(await agent.post('/playbooks', { id: 'spring-visit', name: 'Other' }), 201)
  const [first, second] = [await made(agent, spring), await made(agent, spring)]
  assert.deepEqual([first.id, first.playbookId], ['spring-visit', 'spring-visit-2'])
  assert.deepEqual([second.id, second.playbookId], ['spring-visit-2', 'spring-visit-3'])
})

test('every field is stored as written, including the owned playbook; read-only fields are dropped', async () => {
  const agent = await prepared()
  const fields = {
    id: 'x',
    name: 'X',
    description: 'D',
    class: 'marketing',
    enabled: false,
    openerTemplateId: 'opener',
    goal: { goalId: 'replied' },
    inputs: ['Größe', 'any key', 'a.b', '$c'],
    followUp: { templateId: 'again', delayMinutes: 43_200, maxTimes: 3 },
  }
  const flow = { id: 'main', slots: [], steps: [{ say: 'Hi.' }, { end: { outcome: 'done' } }] }
  const playbook = { name: 'Own', body: 'B', whenToUse: 'W', flow, uses: ['people'] }
  const outreach = await made(agent, { ...fields, playbook, playbookId: 'general' })
  assert.deepEqual(outreach, { ...fields, playbookId: 'own' })
  const owned = { id: 'own', ...playbook, isDefault: false, outreachId: 'x' }
  assert.deepEqual((await agent.get('/playbooks/own')).body, owned)
})

test('undeclared inputs follow the opener, also after they were read and sent back', async () => {
  const agent = await prepared()
  const outreach = await made(agent, spring)
  assertStatus(await agent.put('/outreach/spring-visit', { ...outreach, description: 'Changed' }), 200)
  assertStatus(await agent.patch('/message-templates/opener', { body: '{person.customFields.town}' }), 200)
  assert.deepEqual((await agent.get('/outreach/spring-visit')).body.inputs, ['town'])
  const declared = assertStatus(await agent.patch('/outreach/spring-visit', { inputs: ['own'] }), 200)
  assert.deepEqual(declared.inputs, ['own'])
  assert.deepEqual(assertStatus(await agent.put('/outreach/spring-visit', declared), 200).inputs, ['own'])
  assert.deepEqual(assertStatus(await agent.patch('/outreach/spring-visit', { inputs: null }), 200).inputs, ['town'])
  assert.deepEqual(assertStatus(await agent.patch('/outreach/spring-visit', { inputs: [] }), 200).inputs, [])
})

test('PUT replaces and keeps id and playbook; PATCH changes the fields it contains, null clears optional fields', async () => {
  const agent = await prepared()
  const followUp = { templateId: 'again', delayMinutes: 5 }
  await made(agent, {
    ...spring,
    description: 'D',
    class: 'marketing',
    enabled: false,
    goal: { goalId: 'booked' },
    followUp,
  })
  const patched = assertStatus(
    await agent.patch('/outreach/spring-visit', { enabled: true, playbookId: 'general' }),
    200,
  )
  assert.deepEqual([patched.enabled, patched.class, patched.playbookId], [true, 'marketing', 'spring-visit'])
  const clear = { description: null, goal: null, followUp: null }
  const {
    description,
    goal,
    followUp: followed,
  } = assertStatus(await agent.patch('/outreach/spring-visit', clear), 200)
  assert.deepEqual([description, goal, followed], [undefined, undefined, undefined])
  const replaced = assertStatus(
    await agent.put('/outreach/spring-visit', { name: 'New', openerTemplateId: 'again' }),
    200,
  )
  assert.deepEqual(replaced, {
    id: 'spring-visit',
    name: 'New',
    openerTemplateId: 'again',
    class: 'service',
    enabled: true,
    inputs: [],
    playbookId: 'spring-visit',
  })
  for (const field of ['name', 'class', 'enabled', 'openerTemplateId']) {
    const patch = () => agent.patch('/outreach/spring-visit', { [field]: null })
    await assertRefusedUnchanged(agent, patch, [422, 'request.invalid', field])
  }
})

const faults: [title: string, change: object, field: string][] = [
  ['without a name', { name: undefined }, 'name'],
  ['with a name of 81 characters', { name: 'x'.repeat(81) }, 'name'],
  ['of another class', { class: 'urgent' }, 'class'],
  ['enabled by a word', { enabled: 'yes' }, 'enabled'],
  ['without an opener', { openerTemplateId: undefined }, 'openerTemplateId'],
  ['with an opener that never was', { openerTemplateId: 'nowhere' }, 'openerTemplateId'],
  ['with an invalid goal', { goal: 'booked' }, 'goal'],
  ['with inputs that are a text', { inputs: 'plan' }, 'inputs'],
  ['with an input that is not a string', { inputs: ['ok', 7] }, 'inputs[1]'],
  ['that follows up at once', { followUp: { templateId: 'again', delayMinutes: 4 } }, 'followUp.delayMinutes'],
  ['that follows up after a month', { followUp: { templateId: 'again', delayMinutes: 43_201 } }, 'followUp.delayMinutes'],
  ['that follows up four times', { followUp: { templateId: 'again', delayMinutes: 5, maxTimes: 4 } }, 'followUp.maxTimes'],
  ['that follows up with nothing', { followUp: { delayMinutes: 5 } }, 'followUp.templateId'],
  ['that follows up with what never was', { followUp: { templateId: 'nowhere', delayMinutes: 5 } }, 'followUp.templateId'],
  ['with an unknown field', { colour: 'red' }, 'colour'],
] // biome-ignore format: one table
for (const [title, change, field] of faults) {
  test(`an Outreach ${title} returns 422 at ${field} on POST and PUT`, async () => {
    const agent = await prepared()
    await made(agent, spring)
    await assertRefusedUnchanged(agent, () => agent.post('/outreach', { ...spring, ...change }), [
      422,
      'request.invalid',
      field,
    ])
    await assertInvalid(agent, '/outreach/spring-visit', { ...spring, ...change }, field)
  })
}

test('an unknown Goal returns 422 goal.unknown; an owned playbook is validated like any other', async () => {
  const agent = await prepared()
  const post = (change: object) => () => agent.post('/outreach', { ...spring, ...change })
  const field = 'outreach.outreaches[0].goal.goalId'
  await assertRefusedUnchanged(agent, post({ goal: { goalId: 'nowhere' } }), [422, 'goal.unknown', field])
  await assertRefusedUnchanged(agent, post({ playbook: { uses: ['x'] } }), [422, 'agent.playbook.uses_unknown'])
  const faulty = { playbook: { flow: { steps: [{ collect: 'nothing' }] } } }
  await assertRefusedUnchanged(agent, post(faulty), [422, 'agent.playbook.flow_invalid'])
  await assertRefusedUnchanged(agent, post({ playbook: { isDefault: true } }), [
    422,
    'request.invalid',
    'playbook.isDefault',
  ])
})

test('an existing id returns 409; one that is reserved or not a slug returns 422', async () => {
  const agent = await prepared()
  await made(agent, { ...spring, id: 'taken' })
  const post = (id: unknown) => () => agent.post('/outreach', { ...spring, id })
  await assertRefusedUnchanged(agent, post('taken'), [409, 'resource.conflict'])
  for (const id of ['sends', 'Not a slug', '', 7, null])
    await assertRefusedUnchanged(agent, post(id), [422, 'request.invalid', 'id'])
  assert.equal((await made(agent, { ...spring, name: 'Sends' })).id, 'sends-2')
})

test('an unknown Outreach returns 404 agent.outreach.not_found on every route of an Outreach', async () => {
  const agent = await prepared()
  for (const id of ['nowhere', '%C3%BC%2F', '__proto__']) {
    assertProblem(await agent.get(`/outreach/${id}`), 404, 'agent.outreach.not_found')
    assertProblem(await agent.put(`/outreach/${id}`, spring), 404, 'agent.outreach.not_found')
    assertProblem(await agent.patch(`/outreach/${id}`, {}), 404, 'agent.outreach.not_found')
    assertProblem(await agent.del(`/outreach/${id}`), 404, 'agent.outreach.not_found')
  }
})

test('DELETE deletes the owned playbook too, and is refused while a rule names the Outreach, enabled or not', async () => {
  const agent = await prepared()
  await made(agent, spring)
  const rule = { name: 'New people', outreachId: 'spring-visit', enabled: false, trigger: { event: 'person.created' } }
  assertStatus(await agent.post('/automated-outreach', rule), 201)
  const { referrers, detail } = await assertRefusedUnchanged(agent, () => agent.del('/outreach/spring-visit'), [
    409,
    'agent.outreach.in_use',
  ])
  assert.deepEqual(referrers, [{ kind: 'automatedOutreach', id: 'new-people', name: 'New people' }])
  assert.match(detail, /New people/)
  assertStatus(await agent.del('/automated-outreach/new-people'), 204)
  assertStatus(await agent.del('/outreach/spring-visit'), 204)
  assertProblem(await agent.get('/playbooks/spring-visit'), 404, 'resource.not_found')
  assert.deepEqual((await agent.get('/outreach')).body, { data: [] })
})

test('DELETE returns 409 while a Fact or another flow names the owned playbook', async () => {
  const agent = await prepared()
  await made(agent, spring)
  const facts = [{ id: 'f', question: 'Q', answer: 'A', scope: { playbookIds: ['spring-visit'] } }]
  assertStatus(await agent.put('/knowledge/facts', { facts }), 200)
  const remove = () => agent.del('/outreach/spring-visit')
  const scope = 'capabilities.knowledge.facts[0].scope.playbookIds[0]'
  await assertRefusedUnchanged(agent, remove, [409, 'agent.integrity_conflict', scope])
  await agent.put('/knowledge/facts', { facts: [] })
  const flow = { steps: [{ handoff: 'spring-visit' }] }
  assertStatus(await agent.patch('/playbooks/general', { flow }), 200)
  await assertRefusedUnchanged(agent, remove, [409, 'agent.integrity_conflict', 'playbooks[0].flow.steps[0].handoff'])
})

const rule = { name: 'New people', outreachId: 'spring-visit', trigger: { event: 'person.created' } }

test('Outreaches and rules are listed newest first, and exported in creation order', async () => {
  const agent = await prepared()
  for (const name of ['Spring visit', 'Summer visit', 'Autumn visit']) await made(agent, { ...spring, name })
  for (const name of ['One', 'Two']) assertStatus(await agent.post('/automated-outreach', { ...rule, name }), 201)
  const ids = (list: ReplyBody[]) => list.map(({ id }) => id)
  assert.deepEqual(ids((await agent.get('/outreach')).body.data), ['autumn-visit', 'summer-visit', 'spring-visit'])
  assert.deepEqual(ids((await agent.get('/automated-outreach')).body.data), ['two', 'one'])
  const { outreaches, automated } = assertStatus(await agent.get('/export?format=json'), 200).outreach
  assert.deepEqual(ids(outreaches), ['spring-visit', 'summer-visit', 'autumn-visit'])
  assert.deepEqual(ids(automated), ['one', 'two'])
})

test('a rule can be created, read, replaced, changed and deleted', async () => {
  const agent = await prepared()
  await made(agent, spring)
  const all = {
    ...rule,
    enabled: false,
    trigger: { event: 'person.fieldChanged', filter: { 'customFields.plan': ['plus'] } },
    delayMinutes: 0,
    sendWindow: { startHour: 22, endHour: 6, timeZone: 'Europe/Berlin' },
    ignoreSafeHours: true,
  }
  const first = assertStatus(await agent.post('/automated-outreach', all), 201)
  assert.deepEqual(first, { id: 'new-people', ...all })
  assert.deepEqual((await agent.get('/automated-outreach')).body, { data: [first] })
  const path = '/automated-outreach/new-people'
  const clear = { delayMinutes: null, sendWindow: null, ignoreSafeHours: null }
  const { delayMinutes: _, sendWindow: __, ignoreSafeHours: ___, ...left } = first
  assert.deepEqual(assertStatus(await agent.patch(path, clear), 200), left)
  assert.deepEqual(assertStatus(await agent.put(path, { ...rule, id: 'ignored' }), 200), {
    id: 'new-people',
    ...rule,
    enabled: true,
  })
  assertStatus(await agent.del(path), 204)
  for (const reply of [
    await agent.get(path),
    await agent.del(path),
    await agent.patch(path, {}),
    await agent.put(path, rule),
  ]) {
    assertProblem(reply, 404, 'resource.not_found')
  }
})

const window = (change: object) => ({ sendWindow: { startHour: 9, endHour: 20, timeZone: 'UTC', ...change } })
const ruleFaults: [title: string, change: object, field: string][] = [
  ['without a name', { name: '' }, 'name'],
  ['of an Outreach that never was', { outreachId: 'nowhere' }, 'outreachId'],
  ['without a trigger', { trigger: undefined }, 'trigger'],
  ['triggered by another event', { trigger: { event: 'person.sang' } }, 'trigger.event'],
  ['with a filter that is a list', { trigger: { event: 'person.created', filter: [] } }, 'trigger.filter'],
  ['with an unknown filter', { trigger: { event: 'person.created', filter: { mood: 'good' } } }, 'trigger.filter.mood'],
  ['with a filter of no text', { trigger: { event: 'person.created', filter: { status: 1 } } }, 'trigger.filter.status'],
  ['that waits less than nothing', { delayMinutes: -1 }, 'delayMinutes'],
  ['that waits more than a month', { delayMinutes: 43_201 }, 'delayMinutes'],
  ['with an hour of 24', window({ endHour: 24 }), 'sendWindow.endHour'],
  ['with half an hour', window({ startHour: 9.5 }), 'sendWindow.startHour'],
  ['in no time zone', window({ timeZone: 'x' }), 'sendWindow.timeZone'],
  ['with an unknown field', { bogus: 1 }, 'bogus'],
] // biome-ignore format: one table
for (const [title, change, field] of ruleFaults) {
  test(`a rule ${title} returns 422 at ${field} on POST and PUT`, async () => {
    const agent = await prepared()
    await made(agent, spring)
    assertStatus(await agent.post('/automated-outreach', rule), 201)
    const post = () => agent.post('/automated-outreach', { ...rule, ...change })
    await assertRefusedUnchanged(agent, post, [422, 'request.invalid', field])
    await assertInvalid(agent, '/automated-outreach/new-people', { ...rule, ...change }, field)
  })
}

test('sending settings are replaced as a whole and validated', async () => {
  const agent = await createTestAgent(server)
  const settings = { minTouchIntervalHours: 0, safeHours: { startHour: 21, endHour: 8, timeZone: 'America/New_York' } }
  assert.deepEqual(assertStatus(await agent.put('/settings/sending', settings), 200), settings)
  assert.deepEqual(assertStatus(await agent.get('/settings/sending'), 200), settings)
  for (const [body, field] of [
    [{ minTouchIntervalHours: -1 }, 'minTouchIntervalHours'],
    [{ minTouchIntervalHours: '48' }, 'minTouchIntervalHours'],
    [{ minTouchIntervalHours: null }, 'minTouchIntervalHours'],
    [{ safeHours: { startHour: 25, endHour: 8, timeZone: 'UTC' } }, 'safeHours.startHour'],
    [{ safeHours: { startHour: 1, endHour: 8 } }, 'safeHours.timeZone'],
    [{ safeHours: { startHour: 1, endHour: 8, timeZone: 'UTC', zone: 'UTC' } }, 'safeHours.zone'],
    [{ cap: 1 }, 'cap'],
  ] as const) {
    await assertInvalid(agent, '/settings/sending', body, field)
  }
  assert.deepEqual(assertStatus(await agent.put('/settings/sending', {}), 200), {})
})
