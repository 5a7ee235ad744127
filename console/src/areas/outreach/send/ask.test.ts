import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blankAsk, bodyOf, isReady, slotValues } from './ask.ts'

const person = { id: 'per_1', customFields: { boat: 'yawl', berth: '7' }, firstName: 'Ada' } as never

test('a send names its recipient in the form that was chosen', () => {
  assert.deepEqual(bodyOf({ ...blankAsk, person, number: '+1' }), { recipient: { personId: 'per_1' } })
  assert.deepEqual(bodyOf({ ...blankAsk, form: 'address', number: ' +12025550143 ', firstName: 'Bo' }), {
    recipient: { channel: 'rcs', address: '+12025550143' },
    profile: { firstName: 'Bo' },
  })
  assert.deepEqual(bodyOf({ ...blankAsk, form: 'persona', personaId: 'psn_1' }), { recipient: { personaId: 'psn_1' } })
})

test('inputs that are empty are not sent, and a dry run says so', () => {
  const ask = { ...blankAsk, person, inputs: { boat: '', berth: '8' } }
  assert.deepEqual(bodyOf(ask, { dryRun: true }), {
    recipient: { personId: 'per_1' },
    inputs: { berth: '8' },
    dryRun: true,
  })
})

test('nothing can be sent before somebody is named', () => {
  assert.deepEqual([isReady(blankAsk), isReady({ ...blankAsk, person })], [false, true])
  assert.equal(isReady({ ...blankAsk, form: 'address', number: ' ' }), false)
})

test('slots read inputs before custom fields, and never what a person merely inherits', () => {
  const value = slotValues({
    person,
    inputs: { boat: 'sloop', berth: '' },
    agent: { websiteUrl: 'https://example.com' },
  })
  assert.equal(value('person.customFields.boat'), 'sloop')
  assert.equal(value('person.customFields.berth'), '7')
  assert.equal(value('person.firstName'), 'Ada')
  assert.equal(value('agent.websiteUrl'), 'https://example.com')
  assert.equal(value('person.constructor'), undefined)
  assert.equal(value('person.customFields.toString'), undefined)
})
