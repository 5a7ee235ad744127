import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findGoalUsers } from './GoalCard.tsx'

test('a goal lists the playbooks and outreaches that use it, including uses in a condition', () => {
  const document = {
    playbooks: [
      { id: 'a', name: 'A', goal: { goalId: 'booked' } },
      { id: 'b', name: 'B' },
      // biome-ignore lint/suspicious/noThenProperty: the API contract names it so
      { id: 'c', name: 'C', goal: { goalId: 'other', then: 'booked' } },
    ],
    outreach: { outreaches: [{ id: 'spring', name: 'Spring', goal: { goalId: 'booked' } }] },
  }
  const { playbooks, outreaches } = findGoalUsers('booked', document)
  assert.deepEqual(
    [...playbooks, ...outreaches].map(({ id }) => id),
    ['a', 'c', 'spring'],
  )
  assert.deepEqual(findGoalUsers('booked', {}), { playbooks: [], outreaches: [] })
})
