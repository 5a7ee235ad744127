import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConcurrencyLimiter } from './limiter.ts'

const createLimiter = () =>
  new ConcurrencyLimiter<string, { isNeeded: boolean }>({
    createState: () => ({ isNeeded: false }),
    admits: ({ inFlight }) => inFlight < 2,
    keepsIdle: ({ state }) => state.isNeeded,
  })

test('a limiter counts calls per key and in total, and its policy decides', () => {
  const limiter = createLimiter()
  const [one, other] = [limiter.load('a'), limiter.load('b')]
  limiter.start(one)
  limiter.start(one)
  limiter.start(other)
  assert.deepEqual([limiter.inUse, limiter.size], [3, 2])
  assert.deepEqual([limiter.admits(one), limiter.admits(other)], [false, true])
})

test('releasing twice frees one slot, and reports it once', () => {
  const limiter = createLimiter()
  let released = 0
  const release = limiter.start(limiter.load('a'), () => released++)
  limiter.start(limiter.load('a'))
  release()
  release()
  assert.deepEqual([limiter.inUse, released], [1, 1])
})

test('an idle key is dropped unless the policy keeps its state', () => {
  const limiter = createLimiter()
  const load = limiter.load('a')
  const release = limiter.start(load)
  load.state.isNeeded = true
  release()
  assert.equal(limiter.load('a'), load)
  load.state.isNeeded = false
  limiter.dropIdle(load)
  assert.equal(limiter.size, 0)
  assert.notEqual(limiter.load('a'), load)
})

test('dropping all idle keys leaves those with calls', () => {
  const limiter = createLimiter()
  limiter.start(limiter.load('a'))
  limiter.load('b').state.isNeeded = true
  limiter.dropAllIdle()
  assert.deepEqual(
    [...limiter.loads()].map(({ key }) => key),
    ['a'],
  )
})
