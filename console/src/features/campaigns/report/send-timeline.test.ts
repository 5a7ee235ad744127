import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { buildTimeline, type SendTimestamps } from './useReport.ts'

const nothing = { known: true, sent: true, delivered: false, read: false, failed: false }
const iso = (ms: number) => new Date(ms).toISOString()
const send = (sentAt: number, more: { deliveredAt?: number; repliedAt?: number } = {}): SendTimestamps => ({
  sentAt: iso(sentAt),
  ...(more.repliedAt !== undefined && { respondedAt: iso(more.repliedAt) }),
  delivery: { ...nothing, ...(more.deliveredAt !== undefined && { deliveredAt: iso(more.deliveredAt) }) },
})

test('a campaign without sends has no plot', () => {
  assert.deepEqual(buildTimeline([]), [])
})

test('the last point of the timeline has all sends, the first those that happened at once', () => {
  const points = buildTimeline([send(0, { deliveredAt: 1_000 }), send(10_000, { repliedAt: 48_000 })])
  assert.deepEqual(points[0], { at: 0, sent: 1, delivered: 0, read: 0, replied: 0 })
  assert.deepEqual(points.at(-1), { at: 48_000, sent: 2, delivered: 1, read: 0, replied: 1 })
})

test('the counts of the timeline only rise, and its last point has every event', () => {
  const moment = fc.nat(10_000_000)
  fc.assert(
    fc.property(fc.array(fc.tuple(moment, moment), { minLength: 1, maxLength: 60 }), (pairs) => {
      const points = buildTimeline(pairs.map(([sentAt, repliedAt]) => send(sentAt, { repliedAt })))
      assert.ok(points.length <= 26)
      assert.deepEqual([points.at(-1)?.sent, points.at(-1)?.replied], [pairs.length, pairs.length])
      assert.ok(
        points.every(
          ({ sent, at }, index) =>
            index === 0 || (sent >= (points[index - 1]?.sent ?? 0) && at >= (points[index - 1]?.at ?? 0)),
        ),
      )
    }),
  )
})
