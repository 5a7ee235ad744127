import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import {
  applyHeartbeat,
  dispatcherTimeoutSeconds,
  type Heartbeat,
  isClear,
  noPresence,
  stopWaitMilliseconds,
} from './opt-out-fence.ts'

/** Simulates one clock, two processes, and their database, with every step as slow as possible. */

/** Mostly short steps, which fall within a clearance; and heartbeat-sized steps, up to and beyond the longest gap. */
const step = fc.oneof({ weight: 9, arbitrary: fc.nat({ max: 200 }) }, { weight: 1, arbitrary: fc.nat({ max: 30_000 }) })
const stepOfBeat = fc.oneof(fc.nat({ max: 100 }), fc.integer({ min: 5_000, max: 6_500 }), fc.nat({ max: 30_000 }))

const course = fc.record({
  /**
   * Heartbeats, each sent after the previous one was answered: the time until the database has executed it, and until
   * the answer arrives.
   */
  beats: fc.array(fc.tuple(stepOfBeat, stepOfBeat, stepOfBeat), { minLength: 1, maxLength: 6 }),
  /** A read of the STOP list around the answer to one of them, and the time until the database has executed it. */
  read: fc.record({ nth: fc.nat(), after: fc.integer({ min: -800, max: 7_000 }) }),
  reading: step,
  /**
   * A STOP committed after that read: the time until the commit, until its answer arrives, and until the database
   * checks who else dispatches.
   */
  stop: fc.tuple(step, step, step),
  /** From the answer to the STOP until the dispatch would begin. */
  later: step,
})

type BeatOfProcess = Heartbeat & { doneAt: number }

function beatsOf(waits: readonly (readonly [number, number, number])[]): BeatOfProcess[] {
  let at = 0
  return waits.map(([before, toDone, toAnswer]) => {
    const sentAt = at + before
    const doneAt = sentAt + toDone
    at = doneAt + toAnswer
    return { sentAt, doneAt, answeredAt: at }
  })
}

/** Immediate if the database shows no other dispatching process. */
function answerToStop(
  beats: readonly BeatOfProcess[],
  { heardAt, lookAt }: { heardAt: number; lookAt: number },
): number {
  const visibleBeats = beats.filter(({ doneAt }) => doneAt <= lookAt)
  const isAlone = visibleBeats.every(({ doneAt }) => lookAt - doneAt >= dispatcherTimeoutSeconds * 1000)
  return isAlone ? lookAt : Math.max(lookAt, heardAt + stopWaitMilliseconds)
}

test('no dispatch starts after the answer to a STOP that its read has not seen, whatever the delays', () => {
  fc.assert(
    fc.property(course, ({ beats: waits, read, reading, stop: [toCommit, toHear, toLook], later }) => {
      const beats = beatsOf(waits)
      const readAt = Math.max(0, (beats[read.nth % beats.length] as BeatOfProcess).answeredAt + read.after)
      const heardAt = readAt + reading + 1 + toCommit + toHear
      const begunAt = answerToStop(beats, { heardAt, lookAt: heardAt + toLook }) + 1 + later
      const presence = beats.filter(({ answeredAt }) => answeredAt <= begunAt).reduce(applyHeartbeat, noPresence)
      assert.ok(!isClear({ readAt, now: begunAt, presence }))
    }),
    { numRuns: 20_000 },
  )
})

const present = [0, 2_000, 4_000].reduce(
  (before, at) => applyHeartbeat(before, { sentAt: at, answeredAt: at + 5 }),
  noPresence,
)

test('a dispatch may start on the basis of a recent read', () => {
  assert.ok(isClear({ readAt: 4_500, now: 5_499, presence: present }))
  assert.ok(!isClear({ readAt: 4_500, now: 5_500, presence: present }), 'it is read again')
})

test('a STOP in this process invalidates earlier reads, and no later ones', () => {
  const about = { now: 4_900, presence: present, stoppedAt: 4_600 }
  assert.ok(!isClear({ ...about, readAt: 4_600 }))
  assert.ok(isClear({ ...about, readAt: 4_601 }))
})

test('a read made before other processes know of this process does not count', () => {
  assert.ok(!isClear({ readAt: 4, now: 10, presence: present }))
  assert.ok(isClear({ readAt: 5, now: 10, presence: present }))
  assert.ok(!isClear({ readAt: 4_500, now: 4_600, presence: noPresence }))
})

test('after a gap between two heartbeats only reads after the second one count', () => {
  const after = applyHeartbeat(present, { sentAt: 30_000, answeredAt: 30_010 })
  assert.ok(!isClear({ readAt: 29_999, now: 30_020, presence: after }))
  assert.ok(isClear({ readAt: 30_010, now: 30_020, presence: after }))
})
