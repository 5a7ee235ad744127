import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertInvalid, assertRefusedUnchanged, createTestAgent } from '../../testing/agent.ts'
import { createTestApp } from '../../testing/app.ts'
import { assertStatus } from '../../testing/client.ts'
import { harborAgent } from '../../testing/harbor-agent.ts'

const server = await createTestApp()
const plain = await createTestAgent(server)

test('fields are stored as written and in their order, whatever characters their keys contain', async () => {
  const agent = await createTestAgent(server)
  const fields = [
    { key: 'Größe des Boots 🛶', type: 'number' },
    { key: 'a/b?c#d', type: 'string', label: 'L', description: 'D', locked: true },
    { key: 'k'.repeat(128), type: 'date' },
    { key: 'email', type: 'string', locked: true },
    { key: 'toString', type: 'boolean' },
    { key: 'plan', type: 'enum', options: ['basic', 'plus'] },
  ]
  assert.deepEqual(assertStatus(await agent.put('/people-fields', { fields }), 200), { data: fields })
  assert.deepEqual(assertStatus(await agent.get('/people-fields'), 200), { data: fields })
})

const faults: [title: string, field: object, path: string][] = [
  ['without a key', { type: 'string' }, 'fields[1].key'],
  ['with an empty key', { key: '', type: 'string' }, 'fields[1].key'],
  ['with a key of 129 characters', { key: 'k'.repeat(129), type: 'string' }, 'fields[1].key'],
  ['with a dot in its key', { key: 'a.b', type: 'string' }, 'fields[1].key'],
  ['whose key begins with $', { key: '$a', type: 'string' }, 'fields[1].key'],
  ['called __proto__', { key: '__proto__', type: 'string' }, 'fields[1].key'],
  ['with a key used before', { key: 'first', type: 'string' }, 'fields[1].key'],
  ['with a key that is not a string', { key: 7, type: 'string' }, 'fields[1].key'],
  ['without a type', { key: 'a' }, 'fields[1].type'],
  ['of another type', { key: 'a', type: 'list' }, 'fields[1].type'],
  ['that is an enum without options', { key: 'a', type: 'enum' }, 'fields[1].options'],
  ['that is an enum with no options', { key: 'a', type: 'enum', options: [] }, 'fields[1].options'],
  ['with an empty option', { key: 'a', type: 'enum', options: ['x', ''] }, 'fields[1].options[1]'],
  ['locked by a word', { key: 'a', type: 'string', locked: 'yes' }, 'fields[1].locked'],
  ['with an unknown field', { key: 'a', type: 'string', default: 'x' }, 'fields[1].default'],
]
for (const [title, field, path] of faults) {
  test(`a People field ${title} returns 422 at ${path}`, () =>
    assertInvalid(plain, '/people-fields', { fields: [{ key: 'first', type: 'string' }, field] }, path))
}

test('a body without the list returns 422 at fields, and so do 201 fields', async () => {
  for (const body of [{}, { fields: null }, { fields: {} }])
    await assertInvalid(plain, '/people-fields', body, 'fields')
  const fields = Array.from({ length: 201 }, (_, index) => ({ key: `k${index}`, type: 'string' }))
  await assertInvalid(plain, '/people-fields', { fields }, 'fields')
})

test('a field that a slot, a template or a condition reads cannot be removed, and the refusal names all three', async () => {
  const agent = await createTestAgent(server, harborAgent)
  await assertRefusedUnchanged(agent, () => agent.put('/people-fields', { fields: [] }), [
    409,
    'agent.integrity_conflict',
    'playbooks[1].flow.slots[0].bind',
    'messageTemplates[0].body',
    'goals.defaultGoal.unless.field',
  ])
})
