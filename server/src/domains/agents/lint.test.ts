import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestAgent, readEverySection } from '../../testing/agent.ts'
import { createTestApp } from '../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../testing/client.ts'
import { harborAgent } from '../../testing/harbor-agent.ts'

const server = await createTestApp()
const agent = await createTestAgent(server, harborAgent)
const codes = (data: ReplyBody[]): string[] => data.map(({ severity, code, path }) => `${severity} ${code} ${path}`)

test('a consistent agent has no lint error and no warning', async () => {
  const { data } = assertStatus(await agent.get('/lint'), 200)
  assert.deepEqual(codes(data.filter(({ severity }: ReplyBody) => severity !== 'advice')), [])
})

test('an unknown name in a text is a warning, a possible improvement is advice, and the most severe finding comes first', async () => {
  const other = await createTestAgent(server)
  await other.post('/message-templates', {
    id: 'a',
    name: 'A',
    body: '[[template: x]] {person.customFields.y} [[collection: z]]',
  })
  await other.put('/knowledge/things', { things: [{ id: 't', name: 'T', media: 'nothing' }] })
  await other.post('/playbooks', { name: 'Desk' })
  await other.put('/goals', { goals: [{ id: 'g', name: 'G', definition: { kind: 'event', event: 'link.tapped' } }] })
  const { data } = assertStatus(await other.get('/lint'), 200)
  const found = codes(data)
  for (const expected of [
    'warning template.template.unknown messageTemplates[0].body',
    'warning template.collection.unknown messageTemplates[0].body',
    'warning template.field.unknown messageTemplates[0].body',
    'warning thing.media.unknown capabilities.knowledge.things[0].media',
    'warning playbook.whenToUse.missing playbooks[1].whenToUse',
    'warning goal.event.unmarked goals.goals[0].definition.event',
    'advice goal.unassigned goals.goals[0]',
    'advice playbook.body.empty playbooks[1].body',
    'advice personality.missing personality',
    'advice identity.contact.missing identity',
  ]) {
    assert.ok(found.includes(expected), `${expected} in ${found.join('; ')}`)
  }
  const rank = ['error', 'warning', 'advice']
  const ranks = data.map(({ severity }: ReplyBody) => rank.indexOf(severity))
  assert.deepEqual(ranks, ranks.toSorted())
})

test('a document is linted as if it were imported, and nothing of it is stored', async () => {
  const before = await readEverySection(agent)
  const facts = [{ id: 'f', question: 'Q', answer: 'See [[template: nowhere]].' }]
  const { data } = assertStatus(await agent.post('/lint', { capabilities: { knowledge: { facts } } }), 200)
  assert.ok(codes(data).includes('warning fact.template.unknown capabilities.knowledge.facts[0].answer'))
  assert.deepEqual(await readEverySection(agent), before)
})

const documents: [title: string, document: unknown, expected: string][] = [
  ['that drops what others name', { integrations: { custom: [] } }, 'error playbook.uses.unknown playbooks[1].uses[2]'],
  ['with a field that is not well formed', { identity: { brandColor: 'red' } }, 'error request.invalid identity.brandColor'],
  ['with an unknown section', { skills: [] }, 'error request.invalid skills'],
  ['with a faulty flow', { playbooks: [{ id: 'a', name: 'A', isDefault: true, flow: { steps: [] } }] }, 'error flow.schema playbooks[0].flow.steps'],
  ['with an invalid tool', { playbooks: [{ id: 'a', name: 'A', isDefault: true, toolRefs: ['x'] }] }, 'error playbook.tool.unknown playbooks[0].toolRefs[0]'],
] // biome-ignore format: one table
for (const [title, document, expected] of documents) {
  test(`linting a document ${title} returns 200 with the finding ${expected}`, async () => {
    const { data } = assertStatus(await agent.post('/lint', document), 200)
    assert.ok(codes(data).includes(expected), codes(data).join('; '))
  })
}

test('lint accepts YAML as import does; unreadable input returns 400', async () => {
  const yaml = { 'content-type': 'application/yaml' }
  const { data } = assertStatus(await agent.raw('POST', '/lint', 'identity: { brandColor: red }', yaml), 200)
  assert.deepEqual(codes(data), ['error request.invalid identity.brandColor'])
  assertProblem(await agent.raw('POST', '/lint', 'a: [', yaml), 400, 'request.malformed')
  assertProblem(await agent.raw('POST', '/lint', '{', { 'content-type': 'application/json' }), 400, 'request.malformed')
})

test('linting the agent requires read access; linting a document requires write access', async () => {
  const org = { id: agent.orgId, path: `/orgs/${agent.orgId}`, api: agent.client }
  const reader = agent.by(await server.key(org, ['agents:read']))
  assertStatus(await reader.get('/lint'), 200)
  assertProblem(await reader.post('/lint', {}), 403, 'auth.scope_missing')
})
