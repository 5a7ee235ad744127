import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deriveIdFromName } from './name-field.ts'

const goal = { others: ['booked'], saved: ['booked'], fallback: 'goal' }

test('the id of a new entry follows its name and avoids existing ids', () => {
  assert.equal(deriveIdFromName({ ...goal, id: '', before: '', after: 'Visit paid' }), 'visit-paid')
  assert.equal(deriveIdFromName({ ...goal, id: 'visit-pai', before: 'Visit pai', after: 'Visit paid' }), 'visit-paid')
  assert.equal(deriveIdFromName({ ...goal, id: '', before: '', after: 'Booked' }), 'booked-2')
  assert.equal(deriveIdFromName({ ...goal, id: 'goal', before: '', after: '!' }), 'goal')
})

test('an id that the user typed or saved stays', () => {
  assert.equal(deriveIdFromName({ ...goal, id: 'mine', before: 'Visit', after: 'Visit paid' }), 'mine')
  assert.equal(deriveIdFromName({ ...goal, others: [], id: 'booked', before: 'Booked', after: 'Else' }), 'booked')
})
