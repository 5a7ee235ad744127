import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertInvalid, assertRefusedUnchanged, createTestAgent } from '../../testing/agent.ts'
import { createTestApp } from '../../testing/app.ts'
import { assertStatus, type ReplyBody } from '../../testing/client.ts'
import { builtInCatalog } from '../catalogs/index.ts'

/** Standing instructions, guardrails, rules, objectives. */

const server = await createTestApp()

test('standing instructions are stored in their order: 20 of 300 characters, an emoji counted as one', async () => {
  const agent = await createTestAgent(server)
  const standingInstructions = Array.from({ length: 20 }, (_, index) => `${index % 10}${'🐟'.repeat(299)}`)
  const written = assertStatus(await agent.put('/standing-instructions', { standingInstructions }), 200)
  assert.deepEqual(written, { data: standingInstructions })
  assert.deepEqual(assertStatus(await agent.get('/standing-instructions'), 200), written)
  const cleared = assertStatus(await agent.put('/standing-instructions', { standingInstructions: [] }), 200)
  assert.deepEqual(cleared, { data: [] })
})

const badInstructions: [title: string, body: unknown, field: string][] = [
  ['more than 20', { standingInstructions: Array(21).fill('x') }, 'standingInstructions[20]'],
  ['one of 301 characters', { standingInstructions: ['a', 'b', 'c', 'x'.repeat(301)] }, 'standingInstructions[3]'],
  ['an empty one', { standingInstructions: ['a', ' '] }, 'standingInstructions[1]'],
  ['one that is not a string', { standingInstructions: [7] }, 'standingInstructions[0]'],
  ['null in the list', { standingInstructions: ['a', null] }, 'standingInstructions[1]'],
  ['no list', { standingInstructions: 'x' }, 'standingInstructions'],
  ['nothing', {}, 'standingInstructions'],
  ['another word', { standingInstructions: [], data: [] }, 'data'],
]
for (const [title, body, field] of badInstructions) {
  test(`standing instructions with ${title} return 422 at ${field}`, async () => {
    const agent = await createTestAgent(server)
    assertStatus(await agent.put('/standing-instructions', { standingInstructions: ['Stays.'] }), 200)
    await assertInvalid(agent, '/standing-instructions', body, field)
  })
}

test('PUT replaces the lists of the guardrails and leaves their origin unchanged', async () => {
  const agent = await createTestAgent(server)
  const [id, other] = builtInCatalog.list('guardrail-templates').map((template) => template.id)
  assertStatus(await agent.post('/guardrails/import', { templateId: id }), 200)
  const lists = { topicsToAvoid: ['Politics'], claimsNotToMake: [] }
  const put = { ...lists, derivedFromTemplates: [other] }
  const expected = { ...lists, derivedFromTemplates: [id] }
  assert.deepEqual(assertStatus(await agent.put('/guardrails', put), 200), expected)
  assert.deepEqual(assertStatus(await agent.get('/guardrails'), 200), expected)
  assert.deepEqual(assertStatus(await agent.put('/guardrails', {}), 200), { derivedFromTemplates: [id] })
})

test('PATCH adds to and removes from the lists it contains, once each, in order', async () => {
  const agent = await createTestAgent(server)
  await agent.put('/guardrails', { topicsToAvoid: ['A', 'B'], requiredDisclaimers: ['D'] })
  const patch = { topicsToAvoid: { add: ['C', 'B', 'C'], remove: ['A', 'Z'] }, claimsNotToMake: { add: ['X'] } }
  const expected = { topicsToAvoid: ['B', 'C'], claimsNotToMake: ['X'], requiredDisclaimers: ['D'] }
  assert.deepEqual(assertStatus(await agent.patch('/guardrails', patch), 200), expected)
  assert.deepEqual(assertStatus(await agent.patch('/guardrails', {}), 200), expected)
})

test('an import merges without duplicates, preserves the original order, and appends the template once', async () => {
  const agent = await createTestAgent(server)
  const template = builtInCatalog.list('guardrail-templates').find((one) => (one.topicsToAvoid?.length ?? 0) > 1)
  const theirs = template?.topicsToAvoid as string[]
  await agent.put('/guardrails', { topicsToAvoid: ['Own', theirs[1]] })
  for (const _ of [1, 2]) {
    const merged = assertStatus(await agent.post('/guardrails/import', { templateId: template?.id }), 200)
    assert.deepEqual(merged.topicsToAvoid, ['Own', theirs[1], ...theirs.filter((_, index) => index !== 1)])
    assert.deepEqual(merged.derivedFromTemplates, [template?.id])
  }
})

test('invalid guardrails, including the retired additionalRules, return 422 naming their field', async () => {
  const agent = await createTestAgent(server)
  assertStatus(await agent.put('/guardrails', { topicsToAvoid: ['Stays'] }), 200)
  const puts: [body: unknown, field: string][] = [
    [{ additionalRules: 'Be nice.' }, 'additionalRules'],
    [{ additionalRules: null }, 'additionalRules'],
    [{ topicsToAvoid: 'Politics' }, 'topicsToAvoid'],
    [{ topicsToAvoid: null }, 'topicsToAvoid'],
    [{ claimsNotToMake: ['a', 7] }, 'claimsNotToMake[1]'],
    [{ requiredDisclaimers: [''] }, 'requiredDisclaimers[0]'],
    [{ topicsToAvoid: Array(201).fill('x') }, 'topicsToAvoid'],
    [{ escalation: [] }, 'escalation'],
  ]
  for (const [body, field] of puts) await assertInvalid(agent, '/guardrails', body, field)
  const patches: [body: unknown, field: string][] = [
    [{ additionalRules: 'x' }, 'additionalRules'],
    [{ topicsToAvoid: ['x'] }, 'topicsToAvoid'],
    [{ topicsToAvoid: { add: 'x' } }, 'topicsToAvoid.add'],
    [{ topicsToAvoid: { remove: [null] } }, 'topicsToAvoid.remove[0]'],
    [{ topicsToAvoid: { replace: [] } }, 'topicsToAvoid.replace'],
  ]
  for (const [body, field] of patches) {
    await assertRefusedUnchanged(agent, () => agent.patch('/guardrails', body), [422, 'request.invalid', field])
  }
})

test('additions cannot grow a list of guardrails beyond its limit', async () => {
  const agent = await createTestAgent(server)
  const full = Array.from({ length: 200 }, (_, index) => `Topic ${index}`)
  assertStatus(await agent.put('/guardrails', { topicsToAvoid: full }), 200)
  const grow = () => agent.patch('/guardrails', { topicsToAvoid: { add: ['One more'] } })
  await assertRefusedUnchanged(agent, grow, [409, 'resource.conflict'])
  const templateId = builtInCatalog.list('guardrail-templates').find((one) => one.topicsToAvoid)?.id
  const merge = () => agent.post('/guardrails/import', { templateId })
  await assertRefusedUnchanged(agent, merge, [409, 'resource.conflict'])
  const swap = { topicsToAvoid: { add: ['One more'], remove: ['Topic 0'] } }
  assert.equal(assertStatus(await agent.patch('/guardrails', swap), 200).topicsToAvoid.length, 200)
})

const rule = {
  id: 'no-price',
  text: 'Never promise.',
  check: { kind: 'pattern', patterns: ['promise', '/\\$\\s?[0-9]+/i'] },
}

test('rules are stored as written', async () => {
  const agent = await createTestAgent(server)
  const rules = [rule, { ...rule, id: 'two', onMatch: 'block', replacement: 'Sorry.', enabled: false }]
  assert.deepEqual(assertStatus(await agent.put('/rules', { rules }), 200), { data: rules })
  assert.deepEqual(assertStatus(await agent.get('/rules'), 200), { data: rules })
})

const patterns = (...list: unknown[]) => ({ check: { kind: 'pattern', patterns: list } })
const badRules: [title: string, change: object, field: string][] = [
  ['without an id', { id: undefined }, 'rules[0].id'],
  ['with an id that is not a slug', { id: 'No Price' }, 'rules[0].id'],
  ['without a text', { text: '' }, 'rules[0].text'],
  ['with a text of 301 characters', { text: 'x'.repeat(301) }, 'rules[0].text'],
  ['without a check', { check: undefined }, 'rules[0].check'],
  ['with a check of another kind', { check: { kind: 'judge' } }, 'rules[0].check.kind'],
  ['without patterns', patterns(), 'rules[0].check.patterns'],
  ['with 21 patterns', patterns(...Array(21).fill('x')), 'rules[0].check.patterns'],
  ['with a pattern of 201 characters', patterns('x'.repeat(201)), 'rules[0].check.patterns[0]'],
  ['with a pattern that does not compile', patterns('ok', '/(/'), 'rules[0].check.patterns[1]'],
  ['with a look-behind, which has no linear time', patterns('/(?<=a)b/'), 'rules[0].check.patterns[0]'],
  ['with a back-reference', patterns('/(a)\\1/'), 'rules[0].check.patterns[0]'],
  ['with a pattern that is not a string', patterns(null), 'rules[0].check.patterns[0]'],
  ['with another onMatch', { onMatch: 'warn' }, 'rules[0].onMatch'],
  ['with a replacement of 501 characters', { replacement: 'x'.repeat(501) }, 'rules[0].replacement'],
  ['that is enabled by a word', { enabled: 'yes' }, 'rules[0].enabled'],
  ['with an unknown field', { severity: 1 }, 'rules[0].severity'],
]
for (const [title, change, field] of badRules) {
  test(`a rule ${title} returns 422 at ${field}`, async () => {
    const agent = await createTestAgent(server)
    await assertInvalid(agent, '/rules', { rules: [{ ...rule, ...change }] }, field)
  })
}

test('PUT accepts fifty rules and refuses 51, and also two with the same id', async () => {
  const agent = await createTestAgent(server)
  const many = Array.from({ length: 51 }, (_, index) => ({ ...rule, id: `r${index}` }))
  assert.equal(assertStatus(await agent.put('/rules', { rules: many.slice(1) }), 200).data.length, 50)
  await assertInvalid(agent, '/rules', { rules: many }, 'rules')
  await assertInvalid(agent, '/rules', { rules: [rule, { ...rule, id: 'x' }, rule] }, 'rules[2].id')
  await assertInvalid(agent, '/rules', {}, 'rules')
})

const objective = { id: 'fill', name: 'Fill the boats', body: 'Offer the next day.' }

test('objectives are stored as written, and PUT preserves the origin of an imported one', async () => {
  const agent = await createTestAgent(server)
  const [template] = builtInCatalog.list('objective-templates')
  const { data } = assertStatus(await agent.post('/objectives/import', { templateId: template?.id }), 200)
  const [imported] = data
  assert.deepEqual(imported.derivedFrom, { templateId: template?.id, version: template?.version })
  const derivedFrom = { templateId: 'forged', version: '9.9.9' }
  const all = { ...objective, description: 'D', priority: 0, enabled: false }
  const objectives = [
    { ...all, derivedFrom },
    { ...imported, name: 'Renamed', derivedFrom },
  ]
  const written = assertStatus(await agent.put('/objectives', { objectives }), 200)
  assert.deepEqual(written.data, [all, { ...imported, name: 'Renamed' }])
  assert.deepEqual(assertStatus(await agent.get('/objectives'), 200), written)
})

test('invalid objectives return 422 naming their field', async () => {
  const agent = await createTestAgent(server)
  assertStatus(await agent.put('/objectives', { objectives: [objective] }), 200)
  const faults: [change: object, field: string][] = [
    [{ id: 'Not a slug' }, 'objectives[1].id'],
    [{ id: objective.id }, 'objectives[1].id'],
    [{ name: ' ' }, 'objectives[1].name'],
    [{ body: '' }, 'objectives[1].body'],
    [{ priority: 1.5 }, 'objectives[1].priority'],
    [{ priority: -1 }, 'objectives[1].priority'],
    [{ priority: '1' }, 'objectives[1].priority'],
    [{ enabled: null }, 'objectives[1].enabled'],
    [{ bogus: 1 }, 'objectives[1].bogus'],
  ]
  for (const [change, field] of faults) {
    await assertInvalid(agent, '/objectives', { objectives: [objective, { ...objective, id: 'b', ...change }] }, field)
  }
  for (const body of [{}, { objectives: null }, { objectives: {} }]) {
    await assertInvalid(agent, '/objectives', body, 'objectives')
  }
})

test('the number of objectives of an agent never exceeds the limit, imports included', async () => {
  const agent = await createTestAgent(server)
  const objectives = Array.from({ length: 50 }, (_, index) => ({ ...objective, id: `o${index}` }))
  assertStatus(await agent.put('/objectives', { objectives }), 200)
  const [template] = builtInCatalog.list('objective-templates')
  const more = (): Promise<ReplyBody> => agent.post('/objectives/import', { templateId: template?.id })
  await assertRefusedUnchanged(agent, more, [409, 'resource.conflict'])
})
