import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefusedUnchanged, createTestAgent, type TestAgent } from '../../testing/agent.ts'
import { createTestApp } from '../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../testing/client.ts'
import { harborAgent } from '../../testing/harbor-agent.ts'

const server = await createTestApp()

const anna = {
  firstName: 'Anna {agent.name} [[template: x]]',
  tags: ['a'],
  customFields: { plan: 'plus', Größe: 7, member: false, toString: 'own' },
}
const personOf = async (agent: TestAgent, profile: object): Promise<string> =>
  assertStatus(await agent.post('/people', profile), 201).id

const made = async (agent: TestAgent, body: object): Promise<ReplyBody> =>
  assertStatus(await agent.post('/message-templates', body), 201)

test('a template can be created, read, listed newest first, replaced, changed and deleted', async () => {
  const agent = await createTestAgent(server)
  const all = {
    name: 'Größe & Preis',
    description: 'D',
    body: 'Hello {person.firstName|there}.',
    defaultOnMissingSlot: 'block-send',
  }
  const first = await made(agent, all)
  assert.deepEqual(first, { id: 'grosse-preis', ...all })
  const second = await made(agent, { id: 'x.y_z-1', name: 'Größe & Preis', body: 'B' })
  assert.deepEqual((await agent.get('/message-templates')).body, { data: [second, first] })
  const path = `/message-templates/${first.id}`
  const replaced = { id: first.id, name: 'Short', body: 'Hi.' }
  assert.deepEqual(assertStatus(await agent.put(path, { ...replaced, id: 'ignored' }), 200), replaced)
  const patch = { description: 'New', defaultOnMissingSlot: 'omit-message' }
  assert.deepEqual(assertStatus(await agent.patch(path, patch), 200), { ...replaced, ...patch })
  const clear = { description: null, defaultOnMissingSlot: null }
  assert.deepEqual(assertStatus(await agent.patch(path, clear), 200), replaced)
  assertStatus(await agent.del(path), 204)
  assertProblem(await agent.get(path), 404, 'resource.not_found')
  assertProblem(await agent.del(path), 404, 'resource.not_found')
  assertProblem(await agent.put(path, { name: 'X', body: 'X' }), 404, 'resource.not_found')
  assertProblem(await agent.patch(path, {}), 404, 'resource.not_found')
})

const faults: [field: string, values: unknown[]][] = [
  ['name', ['', ' ', null, 7, 'x'.repeat(201)]],
  ['body', ['', null, 7, 'x'.repeat(20_001), 'nul\u0000', '\udc00']],
  ['description', [7, 'x'.repeat(1001)]],
  ['defaultOnMissingSlot', ['default', 'OMIT-MESSAGE', '', 7]],
  ['channel', ['sms']],
]
for (const [field, values] of faults) {
  test(`a template with an invalid ${field} returns 422 at that field on POST, PUT and PATCH`, async () => {
    const agent = await createTestAgent(server)
    await made(agent, { id: 'hello', name: 'Hello', body: 'Hello.' })
    for (const value of values) {
      const expected = [422, 'request.invalid', field] as const
      const body = { name: 'N', body: 'B', [field]: value }
      await assertRefusedUnchanged(agent, () => agent.post('/message-templates', body), expected)
      await assertRefusedUnchanged(agent, () => agent.put('/message-templates/hello', body), expected)
      await assertRefusedUnchanged(agent, () => agent.patch('/message-templates/hello', { [field]: value }), expected)
    }
  })
}

test('an existing id returns 409, and an id that is not a slug returns 422', async () => {
  const agent = await createTestAgent(server)
  const body = { id: 'hello', name: 'Hello', body: 'Hello.' }
  await made(agent, body)
  await assertRefusedUnchanged(agent, () => agent.post('/message-templates', body), [409, 'resource.conflict'])
  const bad = () => agent.post('/message-templates', { ...body, id: 'a/b' })
  await assertRefusedUnchanged(agent, bad, [422, 'request.invalid', 'id'])
})

const referrers: [id: string, ...fields: string[]][] = [
  ['welcome', 'playbooks[1].messageTemplateRefs[0]', 'playbooks[1].body', 'playbooks[1].flow.steps[1].say', 'capabilities.knowledge.facts[0].answer', 'outreach.outreaches[0].openerTemplateId'],
  ['reminder', 'outreach.outreaches[0].followUp.templateId'],
] // biome-ignore format: one table
for (const [id, ...fields] of referrers) {
  test(`the template ${id} cannot be deleted while it is in use, and the refusal lists every place`, async () => {
    const agent = await createTestAgent(server, harborAgent)
    const path = `/message-templates/${id}`
    const { errors } = await assertRefusedUnchanged(agent, () => agent.del(path), [
      409,
      'agent.integrity_conflict',
      ...fields,
    ])
    assert.equal(errors.length, fields.length)
    for (const error of errors) assert.match(error.code, /\.unknown$/)
  })
}

type Case = [body: string, policy: string | undefined, text: string | null, missing: [string, string][]]
const previews: Case[] = [
  ['Hello {person.firstName}!', undefined, 'Hello Anna {agent.name} \\[[template: x]]!', []],
  ['{person.status} {person.customFields.member} {person.customFields.plan} {person.customFields.Größe}', undefined, 'new false plus 7', []],
  ['{agent.name}, {agent.websiteUrl}', undefined, 'Harbour, https://example.com', []],
  ['Dear {person.email|friend}.', undefined, 'Dear friend.', [['person.email', 'default']]],
  ['Stays. Gone {person.email}. Stays too.', undefined, 'Stays. Stays too.', [['person.email', 'omit-sentence']]],
  ['Stays. Gone {person.lastName}.', 'omit-sentence', 'Stays.', [['person.lastName', 'omit-sentence']]],
  ['A {person.email}.', 'omit-message', '', [['person.email', 'omit-message']]],
  ['A {person.email}.', 'block-send', null, [['person.email', 'block-send']]],
  ['A {person.email|block-send}.', 'omit-message', null, [['person.email', 'block-send']]],
  ['Stays. {person.tags}. {person.customFields.none}.', undefined, 'Stays.', [['person.tags', 'omit-sentence'], ['person.customFields.none', 'omit-sentence']]],
  ['{person.customFields.toString}, {person.customFields.valueOf|none}, {person.constructor|none}', undefined, 'own, none, none', [['person.customFields.valueOf', 'default'], ['person.constructor', 'default']]],
  ['Braces {like these} and {other.path} stay.', undefined, 'Braces {like these} and {other.path} stay.', []],
] // biome-ignore format: one table
for (const [body, defaultOnMissingSlot, renderedText, missing] of previews) {
  test(`for Anna, ${body} with ${defaultOnMissingSlot} previews as ${renderedText}`, async () => {
    const agent = await createTestAgent(server)
    await agent.put('/identity', { websiteUrl: 'https://example.com' })
    await made(agent, { id: 'hello', name: 'Hello', body, defaultOnMissingSlot })
    const personId = await personOf(agent, anna)
    const preview = assertStatus(await agent.get(`/message-templates/hello/preview?personId=${personId}`), 200)
    const missingSlots = missing.map(([path, action]) => ({ path, action }))
    assert.deepEqual(preview, { renderedText, missingSlots, blocked: renderedText === null })
  })
}

test('a preview without a person in the query returns 422; an unknown person or template returns 404', async () => {
  const agent = await createTestAgent(server)
  await made(agent, { id: 'hello', name: 'Hello', body: 'Hello.' })
  const path = '/message-templates/hello/preview'
  for (const query of ['', '?personId=', '?personId=a&personId=b', `?personId=${'x'.repeat(201)}`]) {
    assertProblem(await agent.get(path + query), 422, 'request.invalid', 'personId')
  }
  assertProblem(await agent.get(`${path}?personId=anna&bogus=1`), 422, 'request.invalid', 'bogus')
  const personId = await personOf(agent, {})
  const elsewhere = await personOf(await createTestAgent(server), anna)
  for (const unknown of ['nowhere', elsewhere]) {
    assertProblem(await agent.get(`${path}?personId=${unknown}`), 404, 'resource.not_found')
  }
  const noTemplate = `/message-templates/nowhere/preview?personId=${personId}`
  assertProblem(await agent.get(noTemplate), 404, 'resource.not_found')
  assert.equal(assertStatus(await agent.get(`${path}?personId=${personId}`), 200).renderedText, 'Hello.')
})

test('an agent can have at most 500 templates', async () => {
  const agent = await createTestAgent(server)
  const messageTemplates = Array.from({ length: 500 }, (_, index) => ({ id: `t${index}`, name: 'T', body: 'T' }))
  assertStatus(await agent.post('/import', { messageTemplates }), 200)
  const more = () => agent.post('/message-templates', { name: 'One more', body: 'x' })
  await assertRefusedUnchanged(agent, more, [409, 'resource.conflict'])
})
