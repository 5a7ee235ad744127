import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { goalField, goalSections, toConditionBody, toConditionForm, toGoalsBody, toGoalsForm } from './goals-form.ts'

const plain = { noNullPrototype: true }
const text = fc.string({ minLength: 1, maxLength: 20 })
const custom = text.map((key) => `person.customFields.${key}`)
const condition = fc.oneof(
  fc.constant({ field: 'person.lastCallAt' as const, op: 'exists' as const }),
  fc.record(
    {
      field: fc.constant('person.consent.status' as const),
      op: fc.constant('eq' as const),
      value: fc.constantFrom('granted' as const, 'denied' as const, 'unknown' as const),
    },
    plain,
  ),
  fc.record({ field: fc.constant('person.status' as const), op: fc.constant('eq' as const), value: text }, plain),
  fc.record({ field: custom, op: fc.constant('eq' as const), value: text }, plain),
  fc.record({ field: custom, op: fc.constant('exists' as const) }, plain),
)
const goal = fc.record(
  {
    id: text,
    name: text,
    definition: fc.oneof(
      fc.record({ kind: fc.constant('event' as const), event: fc.constantFrom('link.tapped' as const) }, plain),
      fc.record({ kind: fc.constant('judged' as const), criterion: text }, plain),
    ),
  },
  plain,
)

test('a condition goes through the form unharmed', () => {
  fc.assert(
    fc.property(condition, (values) => {
      assert.deepEqual(toConditionBody(toConditionForm(values)), values)
    }),
  )
})

test('goals and their assignment go through the form unharmed', () => {
  fc.assert(
    fc.property(fc.array(goal), fc.option(condition, { nil: undefined }), (data, unless) => {
      const defaultGoal = { goalId: 'booked', ...(unless && { unless }) }
      assert.deepEqual(toGoalsBody(toGoalsForm({ data, defaultGoal })), { goals: data, defaultGoal })
    }),
  )
})

test('no default goal is cleared when it is saved, and left out where it is linted', () => {
  const form = toGoalsForm({ data: [] })
  assert.deepEqual(toGoalsBody(form), { goals: [], defaultGoal: null })
  assert.deepEqual(goalSections(form), { goals: { goals: [] } })
})

test('a refusal stands beside the field of the form that it is about', () => {
  assert.equal(goalField('goals.defaultGoal.then'), 'defaultGoal.instead')
  assert.equal(goalField('goals[0].name'), 'goals[0].name')
  assert.equal(goalField('defaultGoal.unless.field'), 'defaultGoal.unless.key')
})
