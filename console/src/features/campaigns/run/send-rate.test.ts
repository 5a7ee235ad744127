import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { toRatePoints } from './send-rate.ts'

const at = (seconds: number) => new Date(seconds * 1000).toISOString()
const rate = [
  { at: at(100), sent: 50 },
  { at: at(110), sent: 100 },
]
const shown = (report: Parameters<typeof toRatePoints>[0]) =>
  toRatePoints(report).map((point) => [point.at / 1000, point.rate])

test('the plot shows every interval, also those that sent nothing, but not the one that goes on', () => {
  const sending = { at: at(123), perSecond: 1 }
  assert.deepEqual(shown({ rate, sending }), [[100, 10], [105, 0], [110, 20], [115, 0]]) // biome-ignore format: one line
})

test('the plot of a campaign that sends nothing now ends with what was sent last', () => {
  assert.deepEqual(shown({ rate }), [[100, 10], [105, 0], [110, 20]]) // biome-ignore format: one line
})

test('there is no plot before the first interval is over', () => {
  assert.deepEqual([shown({}), shown({ rate: [] }), shown({ rate: rate.slice(0, 1), sending: { at: at(104), perSecond: 9 } })], [[], [], []]) // biome-ignore format: one line
})

test('a long run has as many points as there are intervals, and none is negative', () => {
  const starts = fc.uniqueArray(fc.nat(60), { minLength: 1 }).map((places) => places.toSorted((a, b) => a - b))
  fc.assert(
    fc.property(starts, fc.nat(10_000), (places, sent) => {
      const points = toRatePoints({ rate: places.map((place) => ({ at: at(place * 5), sent })) })
      assert.equal(points.length, (places.at(-1) ?? 0) - (places[0] ?? 0) + 1)
      assert.ok(points.every((point) => point.rate >= 0))
    }),
  )
})
