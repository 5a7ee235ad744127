import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import {
  containsInterval,
  intersectIntervals,
  mergeIntervals,
  overlapsInterval,
  subtractIntervals,
  type TimeInterval,
} from './time.ts'

const point = fc.integer({ min: 0, max: 40 })
const interval = fc.record({ start: point, end: point })
const intervals = fc.array(interval, { maxLength: 12 })

test('merged intervals cover the same instants, are sorted, and neither overlap nor adjoin', () => {
  fc.assert(
    fc.property(intervals, (list) => {
      const joined = mergeIntervals(list)
      assert.deepEqual(instants(joined), instants(list))
      for (const [at, { start, end }] of joined.entries()) {
        assert.ok(start < end)
        assert.ok(at === 0 || (joined[at - 1] as TimeInterval).end < start)
      }
    }),
  )
})

test('intersection and difference match those of the instants', () => {
  fc.assert(
    fc.property(intervals, intervals, (some, others) => {
      const [a, b] = [instants(some), instants(others)]
      const common = intersectIntervals(mergeIntervals(some), mergeIntervals(others))
      const left = subtractIntervals(mergeIntervals(some), mergeIntervals(others))
      assert.deepEqual(
        instants(common),
        a.filter((at) => b.includes(at)),
      )
      assert.deepEqual(
        instants(left),
        a.filter((at) => !b.includes(at)),
      )
      assert.deepEqual(common, mergeIntervals(common))
      assert.deepEqual(left, mergeIntervals(left))
    }),
  )
})

test('contains and overlaps match those of the instants', () => {
  fc.assert(
    fc.property(intervals, interval, interval, (list, one, other) => {
      const [open, held] = [instants(list), instants([one])]
      assert.equal(
        overlapsInterval(one, other),
        instants([other]).some((at) => held.includes(at)),
      )
      if (held.length > 0)
        assert.equal(
          containsInterval(mergeIntervals(list), one),
          held.every((at) => open.includes(at)),
        )
    }),
  )
})

function instants(list: TimeInterval[]): number[] {
  const all = Array.from({ length: 41 }, (_, at) => at)
  return all.filter((at) => list.some(({ start, end }) => start <= at && at < end))
}
