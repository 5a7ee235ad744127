import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entryIndexOf, formPathsOf } from './SectionFrame.tsx'

test('a finding appears at its field, or else at the nearest field above', () => {
  assert.deepEqual(formPathsOf('goals.goals[1].definition.event', 'goals'), [
    'goals.1.definition.event',
    'goals.1.definition',
    'goals.1',
    'goals',
  ])
  assert.deepEqual(formPathsOf('rules[0].check.patterns[3]', 'document'), [
    'rules.0.check.patterns.3',
    'rules.0.check.patterns',
    'rules.0.check',
    'rules.0',
    'rules',
  ])
  assert.deepEqual(formPathsOf('personality', 'personality'), [])
})

test('a finding names the list entry that it is about', () => {
  assert.equal(entryIndexOf('goals.goals[12].name', 'goals.goals'), 12)
  assert.equal(entryIndexOf('goals.defaultGoal', 'goals.goals'), undefined)
  assert.equal(entryIndexOf('rules[x]', 'rules'), undefined)
  assert.equal(entryIndexOf(undefined, 'rules'), undefined)
})
