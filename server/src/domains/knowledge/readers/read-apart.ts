import { Worker } from 'node:worker_threads'
import type { Passage } from '../entry.ts'
import { Unreadable } from '../unreadable.ts'
import type { Given } from './index.ts'
import { takingTurns } from './turns.ts'

export type Told = { passages: Passage[] } | { unreadable: string }

const mostSeconds = 20
const mostHeapMegabytes = 768
/** Buffers live outside the heap of a thread, so the process is watched: a packed file may unfold to any size. */
const mostGrowthBytes = 1024 * 1024 * 1024
const watchMilliseconds = 100

/** A thread may take much memory; few at a time. */
const inTurn = takingTurns(2)

/** Reads in a thread, so that a hostile file costs this process neither its event loop nor its memory. */
export function readApart(given: Given, signal: AbortSignal): Promise<Passage[]> {
  return inTurn(() => inThread(given, signal))
}

async function inThread(given: Given, signal: AbortSignal): Promise<Passage[]> {
  signal.throwIfAborted()
  const thread = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: given,
    resourceLimits: { maxOldGenerationSizeMb: mostHeapMegabytes },
    stdout: true,
    stderr: true,
  })
  const { promise, resolve, reject } = Promise.withResolvers<Passage[]>()
  const tooLong = setTimeout(
    () => reject(new Unreadable(`It takes longer than ${mostSeconds} s to read`)),
    mostSeconds * 1000,
  )
  const watch = watchMemory(() => reject(tooMuchMemory()))
  const stopped = () => reject(signal.reason)
  signal.addEventListener('abort', stopped)
  thread.on('message', (told: Told) =>
    'passages' in told ? resolve(told.passages) : reject(new Unreadable(told.unreadable)),
  )
  thread.on('error', (error) => reject(isOutOfMemory(error) ? tooMuchMemory() : error))
  thread.on('exit', (code) => reject(new Error(`the reading thread ended with ${code}`)))
  try {
    return await promise
  } finally {
    clearTimeout(tooLong)
    clearInterval(watch)
    signal.removeEventListener('abort', stopped)
    await thread.terminate()
  }
}

function watchMemory(exceeded: () => void): NodeJS.Timeout {
  const before = process.memoryUsage.rss()
  return setInterval(() => {
    if (process.memoryUsage.rss() - before > mostGrowthBytes) exceeded()
  }, watchMilliseconds)
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

function tooMuchMemory(): Unreadable {
  return new Unreadable('It takes too much memory to read; split it into smaller files')
}
