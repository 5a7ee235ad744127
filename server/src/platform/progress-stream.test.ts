import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProgressStreams, maxStreamsPerAgent, streamProgress } from './progress-stream.ts'

const quick = { pollMilliseconds: 1, keepAliveMilliseconds: 600_000, maxMilliseconds: 600_000 }
const isOver = (status: string) => status === 'completed'
const never = new AbortController().signal

/** Each poll returns the next of these, and the last one repeats. */
function seen(...statuses: (string | undefined)[]) {
  let at = 0
  return async () => {
    const status = statuses[Math.min(at++, statuses.length - 1)]
    return status === undefined ? undefined : { status }
  }
}

test('an unchanged state is not sent again, and the final state is sent last', async () => {
  const received: string[] = []
  const look = seen('running', 'running', 'paused', 'paused', 'completed', 'completed')
  for await (const piece of streamProgress({ poll: look, isFinal: isOver, closing: never, pace: quick }))
    received.push(piece)
  const progressEvent = (status: string) => `event: progress\ndata: {"status":"${status}"}\n\n`
  assert.deepEqual(received, [progressEvent('running'), progressEvent('paused'), progressEvent('completed')])
})

test('comments keep a stream open, and it ends at its time limit, on shutdown or when the resource is gone', async () => {
  const watching = streamProgress({
    poll: seen('running'),
    isFinal: isOver,
    closing: never,
    pace: { ...quick, keepAliveMilliseconds: 0 },
  })
  assert.match((await watching.next()).value ?? '', /^event/)
  assert.match((await watching.next()).value ?? '', /^:/)
  await watching.return()
  const all = async (given: Partial<Parameters<typeof streamProgress>[0]>) => {
    const received: string[] = []
    const watch = { poll: seen('running'), isFinal: isOver, closing: never, pace: quick, ...given }
    for await (const piece of streamProgress(watch)) received.push(piece)
    return received.length
  }
  assert.equal(await all({ pace: { ...quick, maxMilliseconds: 20 } }), 1)
  assert.equal(await all({ poll: seen('running', undefined) }), 1)
  const closing = new AbortController()
  setTimeout(() => closing.abort(), 20)
  assert.equal(await all({ closing: closing.signal, pace: { ...quick, pollMilliseconds: 600_000 } }), 1)
})

/** Watchers that poll only once unless a new one joins. */
function watchers() {
  const watches = createProgressStreams({
    noun: 'things',
    isFinal: isOver,
    closing: never,
    pace: { ...quick, pollMilliseconds: 600_000 },
  })
  let looks = 0
  const look = async () => {
    looks += 1
    return { status: 'running' as const }
  }
  const watch = (agentKey: number, key: number) => {
    const { bytes } = watches.open({ key: agentKey, id: 'a', orgId: 'o' }, key, look).body
    const events = (bytes as AsyncIterable<string>)[Symbol.asyncIterator]()
    return { next: () => events.next(), leave: () => events.return?.() }
  }
  return { watch, looks: () => looks }
}

test('watchers of one resource share one poll and leave nothing behind', async () => {
  const { watch, looks } = watchers()
  const all = Array.from({ length: maxStreamsPerAgent }, () => watch(1, 1))
  for (const one of all) assert.match(String((await one.next()).value), /running/)
  assert.equal(looks(), 1)
  await watch(2, 2).next()
  assert.equal(looks(), 2)
  // They wait for the next poll, which is far away, and still leave at once.
  const waiting = all.map((one) => one.next())
  for (const one of all) await one.leave()
  for (const { done } of await Promise.all(waiting)) assert.equal(done, true)
  await watch(1, 1).next()
  assert.equal(looks(), 3)
})

test('a watcher that leaves frees a slot of its agent', async () => {
  const { watch } = watchers()
  const all = Array.from({ length: maxStreamsPerAgent }, (_, key) => watch(1, key))
  for (const one of all) await one.next()
  await assert.rejects(watch(1, 1).next(), { code: 'request.rate_limited' })
  await watch(2, 99).next()
  await all[0]?.leave()
  await watch(1, 1).next()
  await assert.rejects(watch(1, 1).next(), { code: 'request.rate_limited' })
})
