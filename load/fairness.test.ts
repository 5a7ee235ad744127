import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { limitConcurrency } from '../server/src/platform/concurrency/concurrency.ts'
import { measureSharing, type SharingOptions } from './fairness.ts'
import { judgeFairness } from './judge/fairness.ts'

/** A database with eight connections: calls of the busy organization occupy theirs until the lock is released. */
function createDatabase(orgs: 'share one queue' | 'have queues of their own'): SharingOptions {
  const busyQueue = limitConcurrency(8)
  const quietQueue = orgs === 'share one queue' ? busyQueue : limitConcurrency(8)
  let lock: Promise<void> = Promise.resolve()
  return {
    callAsQuietOrg: () => quietQueue(() => sleep(2)),
    callAsBusyOrg: () => busyQueue(() => Promise.race([lock, sleep(200)])),
    async acquireLock() {
      const { promise, resolve } = Promise.withResolvers<void>()
      lock = promise
      return async () => resolve()
    },
  }
}

test('the check finds an org that waits behind the calls of another', async () => {
  const { verdict, ratio } = judgeFairness(await measureSharing(createDatabase('share one queue')))
  assert.equal(verdict, 'unfair', `ratio ${ratio}`)
})

test('orgs that do not slow each other down are fair', async () => {
  const { verdict, ratio } = judgeFairness(await measureSharing(createDatabase('have queues of their own')))
  assert.equal(verdict, 'fair', `ratio ${ratio}`)
})

test('a machine that becomes three times slower is fair, a wait of seconds is not', () => {
  assert.equal(judgeFairness({ withoutLoad: [8, 10, 12], underLoad: [20, 30, 40], failures: [] }).verdict, 'fair')
  assert.equal(
    judgeFairness({ withoutLoad: [8, 10, 12], underLoad: [20, 3_000, 5_000], failures: [] }).verdict,
    'unfair',
  )
})

test('a refusal of the quiet org is unfair, however quick it is', () => {
  assert.equal(judgeFairness({ withoutLoad: [10], underLoad: [1], failures: ['answered 503'] }).verdict, 'unfair')
})
