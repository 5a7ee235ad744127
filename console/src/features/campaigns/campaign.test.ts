import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exclusionReasons } from '@parley/definition/vocabulary'
import { fc } from '@parley/test-kit'
import { buildFunnel } from './campaign.ts'

const counts = (total: number, sendable: number) =>
  ({ total, sendable, queued: 0, sent: 0, delivered: 0, read: 0, failed: 0, excluded: 0, cancelled: 0 }) as const

test('the funnel applies the exclusion reasons in order and shows how many people are left', () => {
  const exclusions = { 'opted-out': 1, 'no-consent': 3, 'frequency-gated': 0 }
  assert.deepEqual(buildFunnel({ counts: counts(10, 6), exclusions }), [
    { reason: 'no-consent', count: 3, left: 7 },
    { reason: 'opted-out', count: 1, left: 6 },
  ])
})

test('the people left at the end of the funnel are the recipients', () => {
  const some = fc.record(Object.fromEntries(exclusionReasons.map((reason) => [reason, fc.nat(50)])))
  fc.assert(
    fc.property(some, fc.nat(100), (exclusions, sendable) => {
      const excluded = Object.values(exclusions).reduce((sum, count) => sum + count, 0)
      const rows = buildFunnel({ counts: counts(sendable + excluded, sendable), exclusions })
      assert.equal(rows.at(-1)?.left ?? sendable, sendable)
    }),
  )
})
