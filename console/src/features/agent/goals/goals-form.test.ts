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

test('the form reads and saves a condition without loss', () => {
  fc.assert(
    fc.property(condition, (values) => {
      assert.deepEqual(toConditionBody(toConditionForm(values)), values)
    }),
  )
})

test('the form reads and saves goals and their assignment without loss', () => {
  fc.assert(
    fc.property(fc.array(goal), fc.option(condition, { nil: undefined }), (data, unless) => {
      const defaultGoal = { goalId: 'booked', ...(unless && { unless }) }
      assert.deepEqual(toGoalsBody(toGoalsForm({ data, defaultGoal })), { goals: data, defaultGoal })
    }),
  )
})

test('an empty default goal is cleared on save and omitted from the lint', () => {
  const form = toGoalsForm({ data: [] })
  assert.deepEqual(toGoalsBody(form), { goals: [], defaultGoal: null })
  assert.deepEqual(goalSections(form), { goals: { goals: [] } })
})

test('a refusal appears at the form field that it is about', () => {
  assert.equal(goalField('goals.defaultGoal.then'), 'defaultGoal.instead')
  assert.equal(goalField('goals[0].name'), 'goals[0].name')
  assert.equal(goalField('defaultGoal.unless.field'), 'defaultGoal.unless.key')
})
