import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertInvalid, assertRefusedUnchanged, createTestAgent } from '../../testing/agent.ts'
import { createTestApp } from '../../testing/app.ts'
import { assertStatus } from '../../testing/client.ts'
import { harborAgent } from '../../testing/harbor-agent.ts'

const server = await createTestApp()
const plain = await createTestAgent(server)

const booked = { id: 'booked', name: 'Booked', definition: { kind: 'event', event: 'appointment.booked' } }
const happy = { id: 'happy', name: 'Happy', definition: { kind: 'judged', criterion: 'The person is content.' } }
const goals = [booked, happy]

test('PUT returns the Goals in their order with the default Goal, and GET returns the same', async () => {
  const agent = await createTestAgent(server)
  // biome-ignore lint/suspicious/noThenProperty: the API contract names it so
  const defaultGoal = { goalId: 'booked', unless: { field: 'person.lastCallAt', op: 'exists' }, then: 'happy' }
  const written = assertStatus(await agent.put('/goals', { goals, defaultGoal }), 200)
  assert.deepEqual(written, { data: goals, defaultGoal })
  assert.deepEqual(assertStatus(await agent.get('/goals'), 200), written)
})

test('PUT without defaultGoal keeps it, null clears it', async () => {
  const agent = await createTestAgent(server)
  const defaultGoal = { goalId: 'booked' }
  await agent.put('/goals', { goals, defaultGoal })
  assert.deepEqual(assertStatus(await agent.put('/goals', { goals: [booked] }), 200).defaultGoal, defaultGoal)
  const cleared = assertStatus(await agent.put('/goals', { goals: [booked], defaultGoal: null }), 200)
  assert.deepEqual(cleared, { data: [booked] })
})

const conditions = [
  { field: 'person.lastCallAt', op: 'exists' },
  { field: 'person.consent.status', op: 'eq', value: 'unknown' },
  { field: 'person.status', op: 'eq', value: 'Kunde 🧭' },
  { field: 'person.customFields.plan', op: 'eq', value: '' },
  { field: 'person.customFields.Größe des Boots', op: 'exists' },
]
for (const unless of conditions) {
  test(`the condition ${unless.op} on ${unless.field} is stored as written`, async () => {
    const defaultGoal = { goalId: 'booked', unless }
    assert.deepEqual(assertStatus(await plain.put('/goals', { goals, defaultGoal }), 200).defaultGoal, defaultGoal)
    assertStatus(await plain.put('/goals', { goals: [], defaultGoal: null }), 200)
  })
}

const badConditions: [condition: unknown, field: string][] = [
  [{ field: 'person.lastCallAt', op: 'eq', value: 'x' }, 'defaultGoal.unless'],
  [{ field: 'person.consent.status', op: 'eq', value: 'maybe' }, 'defaultGoal.unless'],
  [{ field: 'person.status', op: 'eq' }, 'defaultGoal.unless'],
  [{ field: 'person.email', op: 'exists' }, 'defaultGoal.unless'],
  [{ field: 'person.customFields.a.b', op: 'exists' }, 'defaultGoal.unless'],
  [{ field: 'person.customFields.$a', op: 'exists' }, 'defaultGoal.unless'],
  [{ field: 'person.customFields.', op: 'exists' }, 'defaultGoal.unless'],
  [{ field: 'person.lastCallAt', op: 'exists', and: [] }, 'defaultGoal.unless'],
  ['person.lastCallAt', 'defaultGoal.unless'],
  [null, 'defaultGoal.unless'],
]
for (const [unless, field] of badConditions) {
  test(`the condition ${JSON.stringify(unless)} returns 422`, async () => {
    const { errors } = await assertInvalid(plain, '/goals', { goals, defaultGoal: { goalId: 'booked', unless } })
    assert.ok(
      errors.every((error: { field: string }) => error.field.startsWith(field)),
      JSON.stringify(errors),
    )
  })
}

const malformed: [title: string, goal: unknown, field: string][] = [
  ['without an id', { ...booked, id: undefined }, 'goals[1].id'],
  ['with an id that is not a slug', { ...booked, id: 'Not a slug' }, 'goals[1].id'],
  ['with an id that is used twice', { ...happy }, 'goals[1].id'],
  ['with an empty name', { ...booked, name: ' ' }, 'goals[1].name'],
  ['with a name of 81 characters', { ...booked, name: 'x'.repeat(81) }, 'goals[1].name'],
  ['with a description of 301 characters', { ...booked, description: 'x'.repeat(301) }, 'goals[1].description'],
  ['without a definition', { ...booked, definition: undefined }, 'goals[1].definition'],
  ['of an unknown kind', { ...booked, definition: { kind: 'magic' } }, 'goals[1].definition.kind'],
  ['of an event outside the list', { ...booked, definition: { kind: 'event', event: 'person.sang' } }, 'goals[1].definition.event'],
  ['judged by 501 characters', { ...booked, definition: { kind: 'judged', criterion: 'x'.repeat(501) } }, 'goals[1].definition.criterion'],
  ['judged by nothing', { ...booked, definition: { kind: 'judged', criterion: '' } }, 'goals[1].definition.criterion'],
  ['with a field that no Goal has', { ...booked, weight: 3 }, 'goals[1].weight'],
  ['that is not an object', 'booked', 'goals[1]'],
  ['that is null', null, 'goals[1]'],
] // biome-ignore format: one table
for (const [title, goal, field] of malformed) {
  test(`a Goal ${title} returns 422 at ${field}`, () => assertInvalid(plain, '/goals', { goals: [happy, goal] }, field))
}

test('PUT accepts twenty Goals and refuses 21; limits count an emoji as one character', async () => {
  const agent = await createTestAgent(server)
  const many = Array.from({ length: 21 }, (_, index) => ({ ...happy, id: `g${index}`, name: '🐟'.repeat(80) }))
  assert.equal(assertStatus(await agent.put('/goals', { goals: many.slice(0, 20) }), 200).data.length, 20)
  await assertInvalid(agent, '/goals', { goals: many }, 'goals')
})

test('a body without the list returns 422 at goals, and one with an invalid default returns 422 at defaultGoal', async () => {
  for (const body of [{}, { goals: null }, { goals: {} }, { goals: 'x' }])
    await assertInvalid(plain, '/goals', body, 'goals')
  await assertInvalid(plain, '/goals', { goals, defaultGoal: 'booked' }, 'defaultGoal')
  await assertInvalid(plain, '/goals', { goals, defaultGoal: {} }, 'defaultGoal.goalId')
  await assertInvalid(plain, '/goals', { goals, bogus: 1 }, 'bogus')
})

test('an assignment that names an unknown Goal returns 422 goal.unknown at its path', async () => {
  const agent = await createTestAgent(server)
  assertStatus(await agent.put('/goals', { goals }), 200)
  const unknown = async (defaultGoal: object, field: string) =>
    assertRefusedUnchanged(agent, () => agent.put('/goals', { goals, defaultGoal }), [422, 'goal.unknown', field])
  await unknown({ goalId: 'nowhere' }, 'defaultGoal.goalId')
  // biome-ignore lint/suspicious/noThenProperty: the API contract names it so
  await unknown({ goalId: 'booked', then: 'nowhere' }, 'defaultGoal.then')
  const general = (goal: object) => () => agent.patch('/playbooks/general', { goal })
  await assertRefusedUnchanged(agent, general({ goalId: 'nowhere' }), [422, 'goal.unknown', 'playbooks[0].goal.goalId'])
  // biome-ignore lint/suspicious/noThenProperty: the API contract names it so
  const then = { goalId: 'booked', then: 'nowhere' }
  await assertRefusedUnchanged(agent, general(then), [422, 'goal.unknown', 'playbooks[0].goal.then'])
  assertStatus(await agent.post('/message-templates', { id: 'hello', name: 'Hello', body: 'Hello.' }), 201)
  const outreach = { name: 'Spring', openerTemplateId: 'hello', goal: then }
  const field = 'outreach.outreaches[0].goal.then'
  await assertRefusedUnchanged(agent, () => agent.post('/outreach', outreach), [422, 'goal.unknown', field])
})

test('a default Goal that the same body removes is unknown; a default Goal that the body leaves unmentioned is a conflict', async () => {
  const agent = await createTestAgent(server)
  const defaultGoal = { goalId: 'booked' }
  assertStatus(await agent.put('/goals', { goals, defaultGoal }), 200)
  const spoken = () => agent.put('/goals', { goals: [happy], defaultGoal })
  await assertRefusedUnchanged(agent, spoken, [422, 'goal.unknown', 'defaultGoal.goalId'])
  const silent = () => agent.put('/goals', { goals: [happy] })
  await assertRefusedUnchanged(agent, silent, [409, 'agent.integrity_conflict', 'goals.defaultGoal.goalId'])
})

const users: [dropped: string, field: string][] = [
  ['replied', 'outreach.outreaches[0].goal.goalId'],
  ['booked', 'playbooks[1].goal.goalId'],
  ['happy', 'goals.defaultGoal.then'],
]
for (const [dropped, field] of users) {
  test(`PUT that removes a Goal used by ${field} returns 409 and names the user`, async () => {
    const agent = await createTestAgent(server, harborAgent)
    const left = harborAgent.goals.goals.filter(({ id }) => id !== dropped)
    const { detail, errors } = await assertRefusedUnchanged(agent, () => agent.put('/goals', { goals: left }), [
      409,
      'agent.integrity_conflict',
      field,
    ])
    assert.match(detail, new RegExp(`the Goal ${dropped}`))
    assert.match(errors[0].code, /\.goal\.unknown$/)
  })
}
