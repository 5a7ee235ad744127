import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyChange } from './change.ts'
import { GoalAssignment, GoalsBody, putGoals } from './goals.ts'
import { testEnvironment } from './testing/environment.ts'
import { catchRejection, listRejectedFields } from './testing/rejection.ts'
import { shop } from './testing/shop.ts'
import { read } from './things/testing/read.ts'
import { goalEvents } from './vocabulary.ts'

const goal = (change: object = {}) => ({
  id: 'booked',
  name: 'Booked',
  definition: { kind: 'event', event: 'appointment.booked' },
  ...change,
})
const judged = (criterion: unknown) => ({ kind: 'judged', criterion })
const longest = '🪁'.repeat(80)

const cases: [title: string, goal: object][] = [
  ...goalEvents.map((event): [string, object] => [`on ${event}`, goal({ definition: { kind: 'event', event } })]),
  ['with a name of 80 characters, however they are coded', goal({ name: longest })],
  ['with a description of 300', goal({ description: 'x'.repeat(300) })],
  ['judged by a criterion of 500', goal({ definition: judged('x'.repeat(500)) })],
]
for (const [title, one] of cases) {
  test(`a Goal ${title} is accepted unchanged`, () => {
    assert.deepEqual(read(GoalsBody, { goals: [one] }).value, { goals: [one] })
  })
}

const refused: [title: string, goals: unknown, error: string][] = [
  ['without an id', [goal({ id: undefined })], 'goals[0].id is required'],
  ['with an id that is not a slug', [goal({ id: 'Booked!' })], 'goals[0].id must be a slug: lower-case letters, digits, hyphens, 1 to 64 characters'],
  ['without a name', [goal({ name: ' ' })], 'goals[0].name must not be empty'],
  ['with a name of 81', [goal({ name: `${longest}x` })], 'goals[0].name must have at most 80 characters'],
  ['with a description of 301', [goal({ description: 'x'.repeat(301) })], 'goals[0].description must have at most 300 characters'],
  ['with a criterion of 501', [goal({ definition: judged('x'.repeat(501)) })], 'goals[0].definition.criterion must have at most 500 characters'],
  ['without a criterion', [goal({ definition: { kind: 'judged' } })], 'goals[0].definition.criterion is required'],
  ['on an event outside the list', [goal({ definition: { kind: 'event', event: 'person.created' } })], `goals[0].definition.event must be one of ${goalEvents.join(', ')}`],
  ['with a field of the other kind', [goal({ definition: { ...judged('x'), event: 'person.replied' } })], 'goals[0].definition.event is not a known field'],
  ['that is there twice', [goal(), goal()], 'goals[1].id is used twice'],
  ['beyond the twentieth', Array.from({ length: 21 }, (_, at) => goal({ id: `g${at}` })), 'goals must have at most 20 entries'],
] // biome-ignore format: one line per case
for (const [title, goals, error] of refused) {
  test(`a Goal ${title} is refused`, () => {
    assert.deepEqual(read(GoalsBody, { goals }).errors, [error])
  })
}

test('a Goal of an unknown kind is refused at its definition', () => {
  const { errors } = read(GoalsBody, { goals: [goal({ definition: { kind: 'counted' } })] })
  assert.equal(errors.length, 1)
  assert.match(errors[0] ?? '', /^goals\[0\]\.definition/)
})

const conditions: [title: string, unless: object, ok: boolean][] = [
  ['a call at any time', { field: 'person.lastCallAt', op: 'exists' }, true],
  ['a call at a certain time', { field: 'person.lastCallAt', op: 'eq', value: 'now' }, false],
  ['granted consent', { field: 'person.consent.status', op: 'eq', value: 'granted' }, true],
  ['consent of another word', { field: 'person.consent.status', op: 'eq', value: 'maybe' }, false],
  ['the existence of consent', { field: 'person.consent.status', op: 'exists' }, false],
  ['a status', { field: 'person.status', op: 'eq', value: 'won' }, true],
  ['a status of no word', { field: 'person.status', op: 'eq' }, false],
  ['the value of a custom field', { field: 'person.customFields.plan', op: 'eq', value: 'plus' }, true],
  ['the existence of a custom field', { field: 'person.customFields.plan', op: 'exists' }, true],
  ['the value of no custom field', { field: 'person.customFields.', op: 'eq', value: 'plus' }, false],
  ['a field inside a custom field', { field: 'person.customFields.a.b', op: 'exists' }, false],
  ['a custom field that is not a value', { field: 'person.customFields.plan', op: 'eq' }, false],
  ['another field', { field: 'person.email', op: 'exists' }, false],
  ['another operation', { field: 'person.status', op: 'ne', value: 'won' }, false],
] // biome-ignore format: one line per case
for (const [title, unless, ok] of conditions) {
  test(`a condition on ${title} is ${ok ? 'taken' : 'refused'}`, () => {
    const { errors } = read(GoalAssignment, { goalId: 'booked', unless })
    assert.equal(errors.length === 0, ok, errors.join())
    for (const error of errors) assert.match(error, /^unless/)
  })
}

const [booked, spare] = shop.goals.goals
assert.ok(booked && spare)
const assigned = { ...shop, goals: { ...shop.goals, defaultGoal: { goalId: 'booked' } } }

test('a PUT without defaultGoal keeps it, null clears it, a value replaces it', () => {
  const { goals } = assigned.goals
  assert.deepEqual(putGoals(assigned, { goals }).goals.defaultGoal, { goalId: 'booked' })
  assert.deepEqual(Object.keys(putGoals(assigned, { goals, defaultGoal: null }).goals), ['goals'])
  assert.deepEqual(putGoals(assigned, { goals, defaultGoal: { goalId: 'spare' } }).goals.defaultGoal, {
    goalId: 'spare',
  })
})

test('a PUT whose defaultGoal names none of its Goals is goal.unknown, even if the Goal existed before', () => {
  const unless = { field: 'person.lastCallAt' as const, op: 'exists' as const }
  const wrong: [defaultGoal: GoalAssignment, fields: string[]][] = [
    [{ goalId: 'booked' }, ['goals.defaultGoal.goalId']],
    [{ goalId: 'ghost' }, ['goals.defaultGoal.goalId']],
    // biome-ignore lint/suspicious/noThenProperty: the API contract names it so
    [{ goalId: 'spare', unless, then: 'booked' }, ['goals.defaultGoal.then']],
    // biome-ignore lint/suspicious/noThenProperty: the API contract names it so
    [{ goalId: 'ghost', then: 'ghost' }, ['goals.defaultGoal.goalId', 'goals.defaultGoal.then']],
  ]
  for (const [defaultGoal, fields] of wrong) {
    const refusal = catchRejection(() => putGoals(assigned, { goals: [spare], defaultGoal }))
    assert.equal(refusal.code, 'goal.unknown')
    assert.deepEqual(listRejectedFields(refusal), fields)
  }
})

test('a PUT that drops the Goal of a default that stays is a conflict', () => {
  const refusal = catchRejection(() =>
    applyChange(assigned, (before) => putGoals(before, { goals: [spare] }), testEnvironment),
  )
  assert.equal(refusal.code, 'agent.integrity_conflict')
  assert.deepEqual(listRejectedFields(refusal), ['goals.defaultGoal.goalId goals.goal.unknown'])
})
