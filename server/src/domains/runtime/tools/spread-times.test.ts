import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { spreadTimes } from './offer-times.ts'

const dayOf = (time: string) => time.slice(0, 1)
const chosen = (times: string) => spreadTimes(times.split(' '), dayOf, 8).join(' ')

test('two times are chosen from each of four days, spread over the day; the earliest is always included', () => {
  const day = (name: string) => [1, 2, 3, 4].map((hour) => `${name}${hour}`).join(' ')
  assert.equal(chosen(['a', 'b', 'c', 'd', 'e'].map(day).join(' ')), 'a1 a3 b1 b3 c1 c3 d1 d3')
})

test('if there are few times, all are shown, over more days if necessary', () => {
  assert.equal(chosen('a1 a2 b1'), 'a1 a2 b1')
  assert.equal(chosen('a1 b1 c1 d1 e1 f1 g1 h1 i1'), 'a1 b1 c1 d1 e1 f1 g1 h1')
  assert.equal(chosen('a1 a2 a3 a4 a5 a6 a7 a8 a9 b1'), 'a1 a2 a3 a4 a6 a7 a8 b1')
})

test('for any input the choice has the earliest time, is sorted, without duplicates, and as large as requested if possible', () => {
  const days = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(days, fc.integer({ min: 1, max: 12 }), (counts, most) => {
      const times = counts.flatMap((count, day) => Array.from({ length: count }, (_, at) => day * 100 + at))
      const spread = spreadTimes(times, (time) => String(Math.floor(time / 100)), most)
      assert.equal(spread.length, Math.min(most, times.length))
      assert.equal(spread[0], times[0])
      assert.deepEqual(
        spread,
        [...new Set(spread)].sort((a, b) => a - b),
      )
    }),
  )
})
