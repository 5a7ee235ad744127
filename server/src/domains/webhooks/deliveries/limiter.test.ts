import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import type { SlotOrPostponement } from '../../../platform/concurrency/paced-limiter.ts'
import { mergeHealth } from './health.ts'
import { createWebhookLimiter } from './limiter.ts'
import { computeNextAttempt, isFailingTooLong } from './worker.ts'

const at = (milliseconds: number) => new Date(Date.UTC(2030, 0, 31) + milliseconds)
const release = (place: SlotOrPostponement, failed: boolean, now = at(10)) => {
  if ('release' in place) place.release({ failed, now })
}

test('a failing endpoint has two slots, and deliveries without a slot return one by one', async () => {
  const takePlace = createWebhookLimiter(400)
  release(await takePlace('a', at(0)), true)
  const places = await Promise.all([1, 2, 3, 4].map(() => takePlace('a', at(10))))
  assert.deepEqual(
    places.map((place) => 'release' in place),
    [true, true, false, false],
  )
  const [third, fourth] = places.slice(2).map((place) => ('retryAt' in place ? place.retryAt.getTime() : 0))
  assert.ok(at(10).getTime() < third! && third! < fourth!)
  assert.ok('release' in (await takePlace('b', at(10))), 'which is nothing to others')
})

test('a fast endpoint admits the next delivery as soon as a slot is free', async () => {
  const takePlace = createWebhookLimiter(400)
  const inFlight = await Promise.all(Array.from({ length: 64 }, () => takePlace('a', at(0))))
  const waiting = takePlace('a', at(1))
  release(inFlight[0]!, false, at(5))
  assert.ok('release' in (await waiting))
})

test('an endpoint that takes half a second has 64 slots, and no delivery blocks while waiting for one', async () => {
  const takePlace = createWebhookLimiter(400)
  const inFlight = await Promise.all(Array.from({ length: 64 }, () => takePlace('a', at(0))))
  const waiting = Array.from({ length: 336 }, () => takePlace('a', at(1)))
  release(inFlight[0]!, false, at(500))
  const sent = await Promise.all(waiting)
  assert.ok(sent.every((place) => 'retryAt' in place))
  const places = await Promise.all(Array.from({ length: 100 }, () => takePlace('a', at(501))))
  assert.equal(places.filter((place) => 'release' in place).length, 1)
  assert.ok('release' in (await takePlace('b', at(501))), 'and others have theirs')
})

test('a slot released without a call does not affect the state of the endpoint', async () => {
  const takePlace = createWebhookLimiter(400)
  release(await takePlace('a', at(0)), true)
  const place = await takePlace('a', at(10))
  if ('release' in place) place.release()
  const places = await Promise.all([1, 2, 3].map(() => takePlace('a', at(20))))
  assert.equal(places.filter((one) => 'release' in one).length, 2)
})

test('the jitter is a tenth in either direction, and the first retry comes within 30 seconds', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 7 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
      const wait = computeNextAttempt(attempt, at(0), random)!.getTime() - at(0).getTime()
      const nominal = computeNextAttempt(attempt, at(0), 0.5)!.getTime() - at(0).getTime()
      assert.ok(Math.abs(wait - nominal) <= nominal / 10 + 1)
      assert.ok(attempt > 1 || wait < 30_000)
    }),
  )
  assert.equal(computeNextAttempt(8, at(0), 0.5), undefined)
})

test('an endpoint is hopeless after five days without a success', () => {
  const fiveDays = 5 * 86_400_000
  assert.equal(isFailingTooLong(null, at(fiveDays)), false)
  assert.equal(isFailingTooLong(at(0), at(fiveDays - 1)), false)
  assert.equal(isFailingTooLong(at(0), at(fiveDays)), true)
})

test('when many results are written together the last one counts, and failing starts with the first failure after a success', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1 }), (successes) => {
      const attempts = successes.map((ok, n) => ({
        webhookId: 'w',
        url: 'https://example.com',
        status: ok ? ('success' as const) : ('failure' as const),
        at: at(n),
      }))
      const health = attempts.reduce<ReturnType<typeof mergeHealth> | undefined>(mergeHealth, undefined)!
      const firstOfLast = successes.lastIndexOf(true) + 1
      assert.equal(health.status, attempts.at(-1)!.status)
      assert.equal(health.succeeded, successes.includes(true))
      assert.deepEqual(health.failingSince, firstOfLast === successes.length ? null : at(firstOfLast))
    }),
  )
})
