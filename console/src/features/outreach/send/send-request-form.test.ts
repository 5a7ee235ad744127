import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blankSendRequest, createSlotReader, hasRecipient, toSendBody } from './send-request-form.ts'

const person = { id: 'per_1', customFields: { boat: 'yawl', berth: '7' }, firstName: 'Ada' } as never

test('a send names its recipient in the form that the user chose', () => {
  assert.deepEqual(toSendBody({ ...blankSendRequest, person, number: '+1' }), { recipient: { personId: 'per_1' } })
  assert.deepEqual(
    toSendBody({ ...blankSendRequest, recipientKind: 'address', number: ' +12025550143 ', firstName: 'Bo' }),
    {
      recipient: { channel: 'rcs', address: '+12025550143' },
      profile: { firstName: 'Bo' },
    },
  )
  assert.deepEqual(toSendBody({ ...blankSendRequest, recipientKind: 'persona', personaId: 'psn_1' }), {
    recipient: { personaId: 'psn_1' },
  })
})

test('the form omits empty inputs, and a dry run is marked as one', () => {
  const ask = { ...blankSendRequest, person, inputs: { boat: '', berth: '8' } }
  assert.deepEqual(toSendBody(ask, { dryRun: true }), {
    recipient: { personId: 'per_1' },
    inputs: { berth: '8' },
    dryRun: true,
  })
})

test('the form cannot send before it has a recipient', () => {
  assert.deepEqual([hasRecipient(blankSendRequest), hasRecipient({ ...blankSendRequest, person })], [false, true])
  assert.equal(hasRecipient({ ...blankSendRequest, recipientKind: 'address', number: ' ' }), false)
})

test('slots read inputs before custom fields, and never inherited object properties', () => {
  const value = createSlotReader({
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
