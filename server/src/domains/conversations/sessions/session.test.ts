import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { isSessionLive, isSessionUncertain } from './session.ts'

const now = new Date('2030-01-31T12:00:00.000Z')
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
const minute = 60_000

const cases: [quiet: number, goesOn: boolean, unsure: boolean][] = [
  [0, true, false],
  [29 * minute, true, false],
  [30 * minute - 1, true, false],
  [30 * minute, false, true],
  [32 * minute - 1, false, true],
  [32 * minute, false, false],
  [24 * 60 * minute, false, false],
]
for (const [quiet, goesOn, unsure] of cases) {
  const says = `${goesOn ? 'goes on' : 'is over'}${unsure ? ', unless the agent wrote in between' : ''}`
  test(`after ${quiet} quiet milliseconds the session ${says}`, () => {
    assert.equal(isSessionLive(ago(quiet), now), goesOn)
    assert.equal(isSessionUncertain(ago(quiet), now), unsure)
  })
}

test('a session that continues is never unsure, and an ended session stays ended', () => {
  const times = fc.integer({ min: 0, max: 48 * 60 * minute })
  fc.assert(
    fc.property(times, times, (quiet, longer) => {
      if (isSessionLive(ago(quiet), now)) assert.equal(isSessionUncertain(ago(quiet), now), false)
      else assert.equal(isSessionLive(ago(quiet + longer), now), false)
    }),
  )
})
