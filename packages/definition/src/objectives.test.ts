import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AgentObjective, ObjectiveList, putObjectives } from './objectives.ts'
import { read } from './things/testing/read.ts'

const sell = { id: 'sell', name: 'Sell', body: 'Sell kites.' }
const derivedFrom = { templateId: '@svc/objective.sell', version: '1.0.0' }

test('the origin of an objective stays with its id, whatever a PUT says', () => {
  const stored = {
    objectives: [
      { ...sell, derivedFrom },
      { ...sell, id: 'own' },
    ],
    other: 1,
  }
  const sent = read(ObjectiveList, [
    { ...sell, id: 'own', derivedFrom: { templateId: '@svc/forged', version: '9' } },
    { ...sell, body: 'Sell more kites.', priority: 3, enabled: false },
  ])
  assert.deepEqual(sent.errors, [])
  assert.ok(sent.value)
  assert.deepEqual(putObjectives(stored, sent.value), {
    objectives: [
      { ...sell, id: 'own' },
      { ...sell, body: 'Sell more kites.', priority: 3, enabled: false, derivedFrom },
    ],
    other: 1,
  })
})

const refused: [title: string, change: object, error: string][] = [
  ['without a name', { name: '' }, '[0].name must not be empty'],
  ['without a body', { body: undefined }, '[0].body is required'],
  ['with an id that is not a slug', { id: 'Sell!' }, '[0].id must be a slug: lower-case letters, digits, hyphens, 1 to 64 characters'],
  ['with half a priority', { priority: 0.5 }, '[0].priority must be a whole number'],
  ['with a mistyped switch', { enabled: 'no' }, '[0].enabled must be true or false'],
  ['with an unknown field', { goal: 'x' }, '[0].goal is not a known field'],
] // biome-ignore format: one line per case
for (const [title, change, error] of refused) {
  test(`an objective ${title} is refused`, () => {
    assert.deepEqual(read(ObjectiveList, [{ ...sell, ...change }]).errors, [error])
  })
}

test('objective ids are unique, and an agent has at most fifty objectives', () => {
  assert.deepEqual(read(ObjectiveList, [sell, sell]).errors, ['[1].id is used twice'])
  const many = Array.from({ length: 51 }, (_, at) => ({ ...sell, id: `o${at}` }))
  assert.deepEqual(read(ObjectiveList, many).errors, ['body must have at most 50 entries'])
})

test('a document may give the origin of an objective', () => {
  assert.deepEqual(read(AgentObjective, { ...sell, derivedFrom }).errors, [])
})
