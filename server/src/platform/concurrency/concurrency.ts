import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { IncrementalTask } from '@parley/findings'
import { createFairSlots } from '../fairness/slots.ts'

export class ThreadTimeoutError extends Error {}
export class ThreadMemoryError extends Error {}

export type ThreadLimits = { seconds: number; heapMegabytes: number; signal?: AbortSignal }

/**
 * Buffers live outside the thread's heap, so the whole process is monitored: a compressed file may expand to any size.
 */
const maxGrowthBytes = 1024 * 1024 * 1024
const watchMilliseconds = 100

/**
 * Runs a program in a separate thread and returns the one message it posts, so that hostile input costs this process
 * neither its event loop nor its memory. The program receives its input in `workerData`.
 */
export async function runInThread<Out>(program: URL, input: unknown, limits: ThreadLimits): Promise<Out> {
  const { seconds, heapMegabytes, signal } = limits
  signal?.throwIfAborted()
  const thread = new Worker(program, {
    workerData: input,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    stdout: true,
    stderr: true,
  })
  const { promise, resolve, reject } = Promise.withResolvers<Out>()
  const tooLong = setTimeout(() => reject(new ThreadTimeoutError(`longer than ${seconds} s`)), seconds * 1000)
  const watch = watchMemory(() => reject(new ThreadMemoryError()))
  const stopped = () => reject(signal?.reason)
  signal?.addEventListener('abort', stopped)
  thread.on('message', resolve)
  thread.on('error', (error) => reject(isOutOfMemory(error) ? new ThreadMemoryError() : error))
  thread.on('exit', (code) => reject(new Error(`the thread ended with ${code}`)))
  try {
    return await promise
  } finally {
    clearTimeout(tooLong)
    clearInterval(watch)
    signal?.removeEventListener('abort', stopped)
    await thread.terminate()
  }
}

function watchMemory(exceeded: () => void): NodeJS.Timeout {
  const before = process.memoryUsage.rss()
  return setInterval(() => {
    if (process.memoryUsage.rss() - before > maxGrowthBytes) exceeded()
  }, watchMilliseconds)
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

export type IndexedResult<T> = PromiseSettledResult<T> & { index: number }

/**
 * Yields settled results in batches: a batch closes when every promise has settled, or `milliseconds` after its first
 * result. Slow promises do not hold up fast ones, and fast ones share a batch.
 */
export async function* settledInBatches<T>(
  promises: readonly Promise<T>[],
  milliseconds: number,
): AsyncGenerator<IndexedResult<T>[]> {
  let wave: IndexedResult<T>[] = []
  const awaited = new Map<number, Promise<void>>()
  for (const [index, promise] of promises.entries()) {
    const comes = (come: PromiseSettledResult<T>) => {
      wave.push({ ...come, index })
      awaited.delete(index)
    }
    const outcome = promise.then(
      (value) => comes({ status: 'fulfilled', value }),
      (reason: unknown) => comes({ status: 'rejected', reason }),
    )
    awaited.set(index, outcome)
  }
  while (wave.length > 0 || awaited.size > 0) {
    if (wave.length === 0) await Promise.race(awaited.values())
    await waitAtMost(milliseconds, Promise.all(awaited.values()))
    const come = wave
    wave = []
    yield come
  }
}

async function waitAtMost(milliseconds: number, promise: Promise<unknown>): Promise<void> {
  const { promise: isOver, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  await Promise.race([promise, isOver])
  clearTimeout(timer)
}

/** Runs at most `most` calls at once; the others queue. */
export function limitConcurrency(most: number): <T>(act: () => Promise<T>) => Promise<T> {
  const slots = createFairSlots({ slots: most, reserve: 0 })
  return (act) => slots.run({ tenant: 'every caller' }, act)
}

export async function runYielding<T>(steps: IncrementalTask<T>): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await nextTurn()
  }
}
