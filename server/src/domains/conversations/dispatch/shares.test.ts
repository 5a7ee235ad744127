import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharesOf } from './shares.ts'

const at = (milliseconds: number) => new Date(1_000_000 + milliseconds)

test('a quick agent takes as many places as it needs, up to its share, and leaves them again', () => {
  const take = sharesOf({ most: 3, mostWhileSlow: 1, slowMilliseconds: 100 })
  const places = [1, 2, 3].map(() => take(1, at(0)))
  assert.ok(places.every((leave) => leave))
  assert.equal(take(1, at(0)), undefined)
  assert.ok(take(2, at(0)), 'another agent has a share of its own')
  places[0]?.()
  assert.ok(take(1, at(0)))
})

test('an agent whose oldest call hangs gets no more than a few, until it answers', () => {
  const take = sharesOf({ most: 3, mostWhileSlow: 1, slowMilliseconds: 100 })
  const leave = take(1, at(0))
  assert.ok(take(1, at(100)), 'not slow yet')
  assert.equal(take(1, at(101)), undefined)
  leave?.()
  assert.ok(take(1, at(102)))
})
