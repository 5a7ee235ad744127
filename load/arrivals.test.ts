import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createArrivalTracker, createRecentSet } from './arrivals.ts'

test('a waiter is notified of an arrival, also if it came earlier', async () => {
  const arrivals = createArrivalTracker(60)
  const arrival = arrivals.expect('one')
  assert.equal(arrivals.isExpected('one'), true)
  arrivals.arrive('one')
  await arrival
  assert.equal(arrivals.isExpected('one'), false)
  arrivals.arrive('other')
  await arrivals.expect('other')
})

test('an arrival that never comes is an error', async () => {
  await assert.rejects(createArrivalTracker(0.01).expect('nothing'), /no result within/)
})

test('an arrival counts once', async () => {
  const arrivals = createArrivalTracker(0.01)
  arrivals.arrive('one')
  await arrivals.expect('one')
  await assert.rejects(arrivals.expect('one'))
})

test('only the latest arrivals are stored, and the oldest of them is returned first', () => {
  const recent = createRecentSet<string>(2)
  for (const item of ['a', 'b', 'c']) recent.add(item)
  assert.equal(recent.delete('a'), false)
  assert.equal(recent.removeOldest(), 'b')
  assert.equal(recent.removeOldest(), 'c')
  assert.equal(recent.removeOldest(), undefined)
})
