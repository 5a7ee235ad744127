import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channels } from '@parley/amf'
import { isOptOutRequest } from './detect-opt-out.ts'
import { composeOptOutConfirmation } from './opt-back-in.ts'

test('the confirmation is one sentence that states the effect and how to opt in again', () => {
  for (const channel of channels) {
    const says = composeOptOutConfirmation('Example Bakery', channel)
    assert.match(says, /no more messages from Example Bakery/)
    assert.equal(says.match(/[.!?](?:\s|$)/g)?.length, 1)
    assert.equal(says.includes('reply START'), channel === 'rcs' || channel === 'sms')
    assert.equal(isOptOutRequest(says), false)
  }
})
