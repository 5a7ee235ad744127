import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entryAt, placesOf } from './jump.ts'

test('a finding stands at its field, else at the nearest one above it', () => {
  assert.deepEqual(placesOf('goals.goals[1].definition.event', 'goals'), [
    'goals.1.definition.event',
    'goals.1.definition',
    'goals.1',
    'goals',
  ])
  assert.deepEqual(placesOf('rules[0].check.patterns[3]', 'document'), [
    'rules.0.check.patterns.3',
    'rules.0.check.patterns',
    'rules.0.check',
    'rules.0',
    'rules',
  ])
  assert.deepEqual(placesOf('personality', 'personality'), [])
})

test('a finding tells which entry of a list it is about', () => {
  assert.equal(entryAt('goals.goals[12].name', 'goals.goals'), 12)
  assert.equal(entryAt('goals.defaultGoal', 'goals.goals'), undefined)
  assert.equal(entryAt('rules[x]', 'rules'), undefined)
  assert.equal(entryAt(undefined, 'rules'), undefined)
})
