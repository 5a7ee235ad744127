import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listImpliedScopes } from './KeyDialog.tsx'
import { addDay, computeReplacementExpiry, computeRotatedExpiry, endOfDay, toDayField } from './key-expiry.ts'

const now = Date.parse('2030-01-31T09:00:00Z')

test('a write scope includes its read scope, and every key can read the catalogs', () => {
  assert.deepEqual([...listImpliedScopes([])], ['catalogs:read'])
  assert.deepEqual([...listImpliedScopes(['people:write'])], ['catalogs:read', 'people:read', 'people:export'])
})

test('a key expires at the end of the chosen day, and the field shows that day again', () => {
  const end = endOfDay('2030-02-01')
  assert.equal(toDayField(end ?? undefined), '2030-02-01')
  assert.equal(endOfDay(''), null)
  assert.equal(toDayField(undefined), '')
  assert.match(addDay(30, now), /^2030-03-0[12]$/)
})

test('a rolled key works for one more day, and no longer than its own expiry', () => {
  assert.equal(computeRotatedExpiry(undefined, now), '2030-02-01T09:00:00.000Z')
  assert.equal(computeRotatedExpiry('2030-01-31T10:00:00Z', now), '2030-01-31T10:00:00.000Z')
})

test('the new key keeps the lifetime of the old one', () => {
  assert.equal(computeReplacementExpiry({ createdAt: '2030-01-01T00:00:00Z' }, now), undefined)
  const old = { createdAt: '2030-01-01T00:00:00Z', expiresAt: '2030-01-11T00:00:00Z' }
  assert.equal(computeReplacementExpiry(old, now), '2030-02-10T09:00:00.000Z')
})
