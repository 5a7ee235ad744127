import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseYaml } from '@parley/definition'
import { assertRefusedUnchanged, createTestAgent, readEverySection, type TestAgent } from '../../testing/agent.ts'
import { createTestApp } from '../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../testing/client.ts'
import { harborAgent } from '../../testing/harbor-agent.ts'

const server = await createTestApp()
const rich = await createTestAgent(server, harborAgent)
const plain = await createTestAgent(server)

const yaml = { 'content-type': 'application/yaml' }
const sendYaml = (agent: TestAgent, text: string | Buffer, headers = yaml) =>
  agent.raw('POST', '/import', text, headers)

test('an export is YAML by default and JSON by format or Accept, with the same content', async () => {
  const json = assertStatus(await rich.get('/export?format=json'), 200)
  const cases: [query: string, accept: string | undefined, type: string][] = [
    ['', undefined, 'application/yaml'],
    ['', '*/*', 'application/yaml'],
    ['', 'application/json', 'application/json'],
    ['', 'text/html, application/json;q=0.9', 'application/json'],
    ['', 'application/yaml, application/json', 'application/yaml'],
    ['?format=yaml', 'application/json', 'application/yaml'],
    ['?format=json', 'application/yaml', 'application/json'],
  ]
  for (const [query, accept, type] of cases) {
    const reply = await rich.get(`/export${query}`, accept === undefined ? {} : { accept })
    assert.equal(reply.status, 200)
    assert.equal(reply.headers['content-type'], `${type}; charset=utf-8`)
    assert.deepEqual(parseYaml(reply.text), { ok: true, value: json })
  }
  for (const query of ['format=xml', 'format=', 'format=json&format=yaml', 'bogus=1']) {
    assertProblem(await rich.get(`/export?${query}`), 422, 'request.invalid', query.split('=')[0] as string)
  }
})

test('an export contains every section in its place and nothing else', async () => {
  const document = assertStatus(await rich.get('/export?format=json'), 200)
  assert.deepEqual(Object.keys(document), [
    'exportVersion',
    'agent',
    'identity',
    'personality',
    'objectives',
    'goals',
    'playbooks',
    'standingInstructions',
    'guardrails',
    'rules',
    'messageTemplates',
    'toolBindings',
    'capabilities',
    'integrations',
    'outreach',
  ])
  assert.deepEqual(Object.keys(document.capabilities), ['knowledge', 'people', 'scheduling', 'notifications'])
  assert.deepEqual(Object.keys(document.capabilities.knowledge), ['things', 'collections', 'facts'])
  assert.deepEqual(Object.keys(document.outreach), ['outreaches', 'automated', 'sequences', 'settings'])
  assert.deepEqual(document.agent, { name: 'Harbour', description: 'Boats for a day', framework: 'v2' })
  assert.equal(document.playbooks[3].outreachId, 'spring')
})

for (const form of ['yaml', 'json'] as const) {
  test(`importing an export as ${form} creates an identical agent and leaves the original unchanged`, async () => {
    const { text } = await rich.get(`/export?format=${form}`)
    const copy = await createTestAgent(server)
    const type = { 'content-type': `application/${form}` }
    const { applied, skipped } = assertStatus(await copy.raw('POST', '/import', text, type), 200)
    assert.deepEqual([applied.length, skipped], [22, []])
    assert.equal((await copy.get(`/export?format=${form}`)).text, text)
    const before = await readEverySection(rich)
    assertStatus(await rich.raw('POST', '/import', text, type), 200)
    assert.deepEqual(await readEverySection(rich), before)
  })
}

test('an import applies the sections it contains, reports the applied and the skipped ones, and returns the agent', async () => {
  const agent = await createTestAgent(server, harborAgent)
  const {
    '': _,
    '/rules': __,
    '/knowledge/facts': ___,
    '/settings/sending': ____,
    ...before
  } = await readEverySection(agent)
  const document = {
    agent: { name: 'Renamed' },
    rules: [],
    capabilities: { knowledge: { facts: [] } },
    outreach: { settings: {} },
  }
  const answer = assertStatus(await agent.post('/import', document), 200)
  assert.deepEqual(answer.applied, ['agent', 'rules', 'capabilities.knowledge.facts', 'outreach.settings'])
  assert.equal(answer.skipped.length, 18)
  assert.ok(answer.skipped.includes('capabilities.knowledge.things') && answer.skipped.includes('integrations.custom'))
  assert.deepEqual([answer.agent.name, answer.agent.description, answer.agent.id], ['Renamed', undefined, agent.id])
  assert.deepEqual(answer.agent, (await agent.get('')).body)
  const {
    '': _____,
    '/rules': rules,
    '/knowledge/facts': facts,
    '/settings/sending': settings,
    ...left
  } = await readEverySection(agent)
  assert.deepEqual([left, rules.data, facts.data, settings], [before, [], [], {}])
})

test('an import with If-Match succeeds only while the agent still matches the ETag of an export in either format', async () => {
  const agent = await createTestAgent(server)
  const markOf = async (format: string) => (await agent.get(`/export?format=${format}`)).headers.etag as string
  const importing = (mark: string, name: string) =>
    agent.raw('POST', '/import', JSON.stringify({ agent: { name } }), {
      'content-type': 'application/json',
      'if-match': mark,
    })
  const seen = await markOf('json')
  assertStatus(await importing(seen, 'By JSON'), 200)
  assertProblem(await importing(seen, 'Too late'), 412, 'request.precondition_failed')
  assertStatus(await importing(await markOf('yaml'), 'By YAML'), 200)
  assert.equal((await agent.get('')).body.name, 'By YAML')
})

test('an empty document applies nothing', async () => {
  const before = await readEverySection(rich)
  for (const document of [{}, { exportVersion: 1 }, { capabilities: {} }, { outreach: {}, integrations: {} }]) {
    assert.deepEqual(assertStatus(await rich.post('/import', document), 200).applied, [])
  }
  assert.deepEqual(await readEverySection(rich), before)
})

test('import warnings list the unknown names in the imported sections, and nothing about other sections', async () => {
  const agent = await createTestAgent(server)
  await agent.post('/message-templates', { id: 'old', name: 'Old', body: '[[template: nowhere]]' })
  const facts = [{ id: 'f', question: 'Q', answer: 'See [[things: nothing]].' }]
  const { warnings } = assertStatus(await agent.post('/import', { capabilities: { knowledge: { facts } } }), 200)
  assert.deepEqual(
    warnings.map(({ severity, code, path }: ReplyBody) => [severity, code, path]),
    [['warning', 'fact.thing.unknown', 'capabilities.knowledge.facts[0].answer']],
  )
})

test('products and faqs are read as things and facts, at the top level and under knowledge; the new name wins', async () => {
  const agent = await createTestAgent(server)
  const faqs = [{ id: 'f', question: 'Q', answer: 'A', verbatim: true }]
  const { applied } = assertStatus(await agent.post('/import', { products: [{ id: 'p', name: 'P' }], faqs }), 200)
  assert.deepEqual(applied, ['capabilities.knowledge.things', 'capabilities.knowledge.facts'])
  assert.equal((await agent.get('/knowledge/facts')).body.data[0].exact, true)
  const knowledge = { products: [{ id: 'old', name: 'O' }], things: [{ id: 'new', name: 'N' }] }
  assertStatus(await agent.post('/import', { capabilities: { knowledge } }), 200)
  assert.deepEqual((await agent.get('/knowledge/things')).body.data, [{ id: 'new', name: 'N' }])
})

const faults: [title: string, document: unknown, code: string, field: string][] = [
  ['no document', [], 'request.invalid', 'body'],
  ['null', null, 'request.invalid', 'body'],
  ['an unknown section', { skills: [] }, 'request.invalid', 'skills'],
  ['an unknown capability', { capabilities: { dance: {} } }, 'request.invalid', 'capabilities.dance'],
  ['another version', { exportVersion: 2 }, 'request.invalid', 'exportVersion'],
  ['another framework', { agent: { name: 'X', framework: 'v1' } }, 'agent.framework.invalid', 'agent.framework'],
  ['retired procedures', { playbooks: [{ id: 'a', name: 'A', procedures: [], isDefault: true }] }, 'request.invalid', 'playbooks[0].procedures'],
  ['retired rules', { guardrails: { additionalRules: 'x' } }, 'request.invalid', 'guardrails.additionalRules'],
  ['no default playbook', { playbooks: [{ id: 'a', name: 'A' }] }, 'request.invalid', 'playbooks'],
  ['two default playbooks', { playbooks: [{ id: 'a', name: 'A', isDefault: true }, { id: 'b', name: 'B', isDefault: true }] }, 'request.invalid', 'playbooks'],
  ['two playbooks of one id', { playbooks: [{ id: 'a', name: 'A', isDefault: true }, { id: 'a', name: 'B' }] }, 'request.invalid', 'playbooks[1].id'],
  ['unknown uses', { playbooks: [{ id: 'a', name: 'A', isDefault: true, uses: ['x'] }] }, 'agent.playbook.uses_unknown', 'playbooks[0].uses[0]'],
  ['a faulty flow', { playbooks: [{ id: 'a', name: 'A', isDefault: true, flow: { steps: [] } }] }, 'agent.playbook.flow_invalid', 'playbooks[0].flow.steps'],
  ['an unknown Goal', { playbooks: [{ id: 'a', name: 'A', isDefault: true, goal: { goalId: 'x' } }] }, 'goal.unknown', 'playbooks[0].goal.goalId'],
  ['an unknown default Goal', { goals: { goals: [], defaultGoal: { goalId: 'x' } } }, 'goal.unknown', 'goals.defaultGoal.goalId'],
  ['a Thing in no collection', { capabilities: { knowledge: { things: [{ id: 'a', name: 'A', collections: ['x'] }] } } }, 'request.invalid', 'capabilities.knowledge.things[0].collections[0]'],
  ['hours that are none', { capabilities: { scheduling: { availableHours: [{ dayOfWeek: 9, startTime: '09:00', endTime: '10:00' }] } } }, 'request.invalid', 'capabilities.scheduling.availableHours[0].dayOfWeek'],
  ['a secret among the notifications', { capabilities: { notifications: { emailApiKey: 'canary' } } }, 'request.invalid', 'capabilities.notifications.emailApiKey'],
  ['a secret of an integration', { integrations: { custom: [{ ...harborAgent.integrations.custom[0], authHeader: 'canary' }] } }, 'request.invalid', 'integrations.custom[0].authHeader'],
  ['an unknown tool', { toolBindings: [{ toolId: '@svc/tool.nowhere' }] }, 'request.invalid', 'toolBindings[0].toolId'],
  ['a secret of a tool', { toolBindings: [{ toolId: '@svc/tool.sendgrid-mail', config: { apiKey: 'canary' } }] }, 'request.invalid', 'toolBindings[0].config.apiKey'],
  ['an opener that never was', { outreach: { outreaches: [{ id: 'a', name: 'A', openerTemplateId: 'x' }] } }, 'request.invalid', 'outreach.outreaches[0].openerTemplateId'],
  ['an owner that never was', { playbooks: [{ id: 'a', name: 'A', isDefault: true }, { id: 'b', name: 'B', outreachId: 'x' }] }, 'request.invalid', 'playbooks[1].outreachId'],
] // biome-ignore format: one table
for (const [title, document, code, field] of faults) {
  test(`a document with ${title} returns 422 ${code} at ${field}, and nothing of it is applied`, async () => {
    const carried =
      document && !Array.isArray(document) ? { standingInstructions: ['Not kept.'], ...(document as object) } : document
    const refused = await assertRefusedUnchanged(plain, () => plain.post('/import', carried), [422, code, field])
    assert.ok(!JSON.stringify(refused).includes('canary'))
  })
}

test('a refused document lists every error at once, each with its path', async () => {
  const document = { identity: { brandColor: 'red' }, rules: [{}], agent: { name: '' }, bogus: 1 }
  await assertRefusedUnchanged(plain, () => plain.post('/import', document), [
    422,
    'request.invalid',
    'identity.brandColor',
    'rules[0].id',
    'rules[0].check',
    'agent.name',
    'bogus',
  ])
})

const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]', ...Array.from({ length: 9 }, (_, n) => `${'bcdefghij'[n]}: &${'bcdefghij'[n]} [${Array(9).fill(`*${'abcdefghi'[n]}`).join(',')}]`)].join('\n') // biome-ignore format: one bomb
const unreadable: [title: string, text: string | Buffer][] = [
  ['that does not end', 'agent: { name: "x'],
  ['that is indented by a tab', 'agent:\n\tname: x'],
  ['with a key twice', 'agent: { name: a }\nagent: { name: b }'],
  ['with an alias', 'agent: &a { name: x }\nidentity: *a'],
  ['that is a bomb of aliases', bomb],
  ['with a merge', 'agent: { <<: { name: x } }'],
  ['with a tag', 'agent: !!js/function "x"'],
  ['of two documents', 'agent: { name: a }\n---\nagent: { name: b }'],
  ['with the key __proto__', '__proto__: { polluted: true }'],
  ['that is nested without end', '['.repeat(5000)],
  ['in bytes that are not UTF-8', Buffer.from([0x61, 0x3a, 0x20, 0xff, 0xfe])],
]
for (const [title, text] of unreadable) {
  test(`YAML ${title} returns 400 and changes nothing`, () =>
    assertRefusedUnchanged(plain, () => sendYaml(plain, text), [400, 'request.malformed']))
}

test('the content type selects the parser of a document; any other type returns 400', async () => {
  for (const type of [
    'application/yaml',
    'application/x-yaml',
    'text/yaml',
    'text/x-yaml; charset=utf-8',
    'Application/YAML',
  ]) {
    assertStatus(await sendYaml(plain, 'standingInstructions: [Be brief.]', { 'content-type': type }), 200)
  }
  assertStatus(await plain.raw('POST', '/import', '{"standingInstructions":[]}', yaml), 200)
  const json = () => plain.raw('POST', '/import', 'agent: { name: x }', { 'content-type': 'application/json' })
  await assertRefusedUnchanged(plain, json, [400, 'request.malformed'])
  for (const type of ['text/plain', 'application/octet-stream', 'application/xml', '']) {
    await assertRefusedUnchanged(plain, () => sendYaml(plain, '{}', { 'content-type': type }), [
      400,
      'request.malformed',
    ])
  }
})

test('a value that PostgreSQL cannot store returns 422 with its path, in YAML too', async () => {
  const nul = () => sendYaml(plain, 'agent: { name: "a\\0b" }')
  await assertRefusedUnchanged(plain, nul, [422, 'request.invalid', 'agent.name'])
})

test('a document of 33 MB returns 413; one of several megabytes below the limit is read', async () => {
  const large = Buffer.alloc(33 * 1024 * 1024, 'x')
  await assertRefusedUnchanged(plain, () => sendYaml(plain, large), [413, 'request.too_large'])
  const things = Array.from({ length: 1500 }, (_, index) => ({
    id: `t${index}`,
    name: 'T',
    description: 'x'.repeat(4000),
  }))
  const agent = await createTestAgent(server)
  assertStatus(await agent.post('/import', { capabilities: { knowledge: { things } } }), 200)
  const { text } = await agent.get('/export')
  assertStatus(await sendYaml(plain, text), 200)
  assert.equal((await plain.get('/knowledge/things')).body.data.length, 1500)
})
