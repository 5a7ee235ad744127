import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dedupeSends, nextPageEnd, readSendFilters, toSendQuery } from './send-filters.ts'

test('the address keeps the known filters and drops the rest', () => {
  const known = { outreachId: 'spring', origin: 'campaign', state: 'failed', reason: 'no_route', since: '2030-01-31' }
  assert.deepEqual(readSendFilters({ ...known, until: 'tomorrow', personId: '', colour: 'red' }), known)
  assert.deepEqual(readSendFilters({ state: 'lost', origin: 7, reason: 'x' }), {})
})

test('day filters cover whole days: an end day lasts until the next day begins', () => {
  const { since, until } = toSendQuery({ since: '2030-01-30', until: '2030-01-31' })
  assert.equal(Date.parse(until as string) - Date.parse(since as string), 2 * 86_400_000)
})

const at = (sendId: string, queuedAt: string) => ({ sendId, queuedAt })

test('the page after a full page starts at the time of its last row, and no row appears twice', () => {
  const first = [at('c', '3'), at('b', '2')]
  assert.equal(nextPageEnd(first, 2), '2')
  assert.deepEqual(
    dedupeSends([first, [at('b', '2'), at('a', '1')]]).map(({ sendId }) => sendId),
    ['c', 'b', 'a'],
  )
})

test('a page that is not full is the last, and so is a page whose rows all have one timestamp', () => {
  assert.equal(nextPageEnd([at('c', '3')], 2), undefined)
  assert.equal(nextPageEnd([at('c', '3'), at('b', '3')], 2), undefined)
  assert.equal(nextPageEnd([], 2), undefined)
})
