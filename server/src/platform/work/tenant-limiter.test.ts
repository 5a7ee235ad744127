import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stillWorld } from '../world.ts'
import { createTenantLimiter } from './tenant-limiter.ts'

const newWorld = () => stillWorld('2030-01-31T09:00:00.000Z')

test('a fast tenant acquires as many slots as it needs, up to its share, and releases them', () => {
  const take = createTenantLimiter({ max: 3, maxWhileSlow: 1, slowMilliseconds: 100 }, newWorld())
  const places = [1, 2, 3].map(() => take(1))
  assert.ok(places.every((leave) => leave))
  assert.equal(take(1), undefined)
  assert.ok(take(2), 'another has a share of its own')
  places[0]?.()
  assert.ok(take(1))
})

test('a tenant whose oldest work hangs gets only a few slots until it ends', () => {
  const world = newWorld()
  const take = createTenantLimiter({ max: 3, maxWhileSlow: 1, slowMilliseconds: 100 }, world)
  const leave = take(1)
  world.advance(100)
  assert.ok(take(1), 'not slow yet')
  world.advance(1)
  assert.equal(take(1), undefined)
  leave?.()
  assert.ok(take(1))
})

test('a single slow item does not limit the other work of its tenant', () => {
  const world = newWorld()
  const take = createTenantLimiter(
    { max: 4, maxWhileSlow: 2, slowMilliseconds: 100, slowForMilliseconds: 1_000 },
    world,
  )
  const leave = take(1)
  world.advance(101)
  const others = [take(1), take(1), take(1)]
  assert.ok(others.every(Boolean))
  leave?.()
  others[0]?.()
  assert.ok(take(1) && take(1), 'and it is not remembered')
})

test('with slowForMilliseconds a tenant counts as slow for that time', () => {
  const world = newWorld()
  const take = createTenantLimiter(
    { max: 3, maxWhileSlow: 1, slowMilliseconds: 100, slowForMilliseconds: 1_000 },
    world,
  )
  const leave = take(1)
  world.advance(101)
  leave?.()
  const held = take(1)
  assert.ok(held)
  assert.equal(take(1), undefined, 'still taken for slow')
  assert.ok(take(2) && take(2), 'others are not')
  held()
  world.advance(1_000)
  assert.ok(take(1) && take(1))
})
