import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dedupeSends, nextPageEnd, readSendFilters, toSendQuery } from './send-filters.ts'

test('the address keeps the known filters and drops the rest', () => {
  const known = { outreachId: 'spring', origin: 'campaign', state: 'failed', reason: 'no_route', since: '2030-01-31' }
  assert.deepEqual(readSendFilters({ ...known, until: 'tomorrow', personId: '', colour: 'red' }), known)
  assert.deepEqual(readSendFilters({ state: 'lost', origin: 7, reason: 'x' }), {})
})

test('day filters cover whole days: an end day lasts until the next day begins', () => {
  assert.deepEqual(toSendQuery({ since: '2030-03-30', until: '2030-03-31' }, 'Europe/Berlin'), {
    since: '2030-03-29T23:00:00.000Z',
    until: '2030-03-31T22:00:00.000Z',
  })
})

test('an exact time stays as it is', () => {
  const exact = { since: '2030-01-30T23:00:00.000Z', until: '2030-01-31T23:00:00.000Z' }
  assert.deepEqual(readSendFilters({ ...exact }), exact)
  assert.deepEqual(toSendQuery(exact, 'America/New_York'), exact)
  assert.deepEqual(readSendFilters({ since: '2030-01-30Tnoon' }), {})
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
