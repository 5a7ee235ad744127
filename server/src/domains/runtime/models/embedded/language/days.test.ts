import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMentionedRange } from './days.ts'

/** A Monday, 10 a.m. in New York. */
const now = '2026-02-02T15:00:00Z'
const zone = 'America/New_York'

const cases: [text: string, from: string | undefined, to?: string][] = [
  ['tomorrow', '2026-02-03T05:00:00Z', '2026-02-04T05:00:00Z'],
  ['today', now, '2026-02-03T05:00:00Z'],
  ['on Tuesday', '2026-02-03T05:00:00Z', '2026-02-04T05:00:00Z'],
  ['next Monday', '2026-02-09T05:00:00Z', '2026-02-10T05:00:00Z'],
  ['the day after tomorrow', '2026-02-04T05:00:00Z', '2026-02-05T05:00:00Z'],
  ['tomorrow afternoon', '2026-02-03T17:00:00Z', '2026-02-03T22:00:00Z'],
  ['tomorrow morning', '2026-02-03T05:00:00Z', '2026-02-03T17:00:00Z'],
  ['this evening', '2026-02-02T22:00:00Z', '2026-02-03T05:00:00Z'],
  ['Tuesday at 3', '2026-02-03T20:00:00Z', '2026-02-04T05:00:00Z'],
  ['Tuesday after 10:30 am', '2026-02-03T15:30:00Z', '2026-02-04T05:00:00Z'],
  ['Tuesday before 4pm', '2026-02-03T05:00:00Z', '2026-02-03T21:00:00Z'],
  ['Tuesday or Wednesday', '2026-02-03T05:00:00Z', '2026-02-05T05:00:00Z'],
  ['next week', '2026-02-09T05:00:00Z', '2026-02-16T05:00:00Z'],
  ['this week', now, '2026-02-09T05:00:00Z'],
  ['at the weekend', '2026-02-07T05:00:00Z', '2026-02-09T05:00:00Z'],
  ['3 February', '2026-02-03T05:00:00Z', '2026-02-04T05:00:00Z'],
  ['February 3rd', '2026-02-03T05:00:00Z', '2026-02-04T05:00:00Z'],
  ['on the 1st of February', '2027-02-01T05:00:00Z', '2027-02-02T05:00:00Z'],
  ['2026-03-08', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z'],
  ['the 31st of April', undefined],
  ['2026-13-45', undefined],
  ['I sat in the sun', undefined],
  ['this morning before 9 am', undefined],
  ['some time', undefined],
]
for (const [text, from, to] of cases) {
  test(`“${text}” names ${from ?? 'no time'}`, () => {
    assert.deepEqual(parseMentionedRange(text, now, zone), from && { from, to })
  })
}

test('only the target day of a move counts', () => {
  assert.equal(parseMentionedRange('from Tuesday to Friday', now, zone, 'last')?.from, '2026-02-06T05:00:00Z')
})

test('an unknown zone or time gives no day', () => {
  assert.equal(parseMentionedRange('tomorrow', now, 'Nowhere/At_All'), undefined)
  assert.equal(parseMentionedRange('tomorrow', 'now', zone), undefined)
})
