import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explainEnrollment, listDepartures } from './departures.ts'

test('departures list stops and failures, the most frequent first', () => {
  const departures = listDepartures({ stopped: { replied: 3, opted_out: 9 }, failures: { not_rcs_capable: 5 } })
  assert.deepEqual(
    departures.map(({ state, reason, people }) => `${state} ${reason} ${people}`),
    ['stopped opted_out 9', 'failed not_rcs_capable 5', 'stopped replied 3'],
  )
  assert.deepEqual(listDepartures({ stopped: {}, failures: {} }), [])
})

test('every reason is explained in words, also one of a newer version', () => {
  assert.equal(explainEnrollment('stopped', 'left'), 'No longer matches the entry')
  assert.equal(explainEnrollment('failed', 'not_rcs_capable'), 'The number cannot receive RCS.')
  assert.match(explainEnrollment('active', 'in-conversation'), /in a conversation/)
  assert.equal(explainEnrollment('stopped', 'toString'), 'Reason: toString')
})
