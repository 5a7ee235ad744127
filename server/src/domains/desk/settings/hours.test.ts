import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DeskHours, isDeskOpen } from './hours.ts'
import { nextInTurn } from './settings.ts'

const office: DeskHours = { days: ['mon', 'fri'], from: '09:00', to: '17:30', timeZone: 'Europe/Berlin' }
const night: DeskHours = { days: ['fri'], from: '22:00', to: '06:00', timeZone: 'UTC' }

/** January 28, 2030 is a Monday; Berlin is one hour ahead of UTC. */
const cases: [at: string, hours: DeskHours[] | undefined, isOpen: boolean][] = [
  ['2030-01-28T08:00:00Z', [office], true],
  ['2030-01-28T07:59:59Z', [office], false],
  ['2030-01-28T16:29:59Z', [office], true],
  ['2030-01-28T16:30:00Z', [office], false],
  ['2030-01-29T10:00:00Z', [office], false],
  ['2030-02-01T10:00:00Z', [office], true],
  // One hour more in summer.
  ['2030-07-01T07:00:00Z', [office], true],
  ['2030-02-01T23:00:00Z', [night], true],
  ['2030-02-02T05:59:00Z', [night], true],
  ['2030-02-02T06:00:00Z', [night], false],
  ['2030-02-02T23:00:00Z', [night], false],
  ['2030-02-02T23:00:00Z', [office, night], false],
  ['2030-02-02T00:00:00Z', [office, night], true],
  ['2030-02-02T23:00:00Z', undefined, true],
]
for (const [at, hours, isOpen] of cases) {
  const spans = hours?.map(({ days, from, to }) => `${days.join(' ')} ${from}-${to}`).join(', ') ?? 'no hours'
  test(`at ${at} with ${spans} the desk is ${isOpen ? 'open' : 'closed'}`, () =>
    assert.equal(isDeskOpen(hours, new Date(at)), isOpen))
}

test('members take turns, whoever joins or leaves', () => {
  assert.equal(nextInTurn(['b', 'a', 'c'], undefined), 'a')
  assert.equal(nextInTurn(['b', 'a', 'c'], 'a'), 'b')
  assert.equal(nextInTurn(['b', 'a', 'c'], 'c'), 'a')
  assert.equal(nextInTurn(['d', 'a'], 'b'), 'd')
  assert.equal(nextInTurn([], 'b'), undefined)
})
