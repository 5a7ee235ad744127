import { Worker } from 'node:worker_threads'

export type EmbeddingThreadMessage = 'ready' | { vectors: Float32Array[] }

export type Vectors = Float32Array[] | undefined

export type EmbeddingThreadOptions = {
  log?: { warn(about: object, message: string): void }
  program?: URL
}

/** Handles one request at a time. */
export type EmbeddingThread = { embed(texts: readonly string[]): Promise<Vectors>; close(): Promise<void> }

const limits = { maxOldGenerationSizeMb: 512 }
/** Covers loading the model plus one response. */
const timeoutSeconds = 60
/**
 * Gives up after this many consecutive starts in which the model did not load. A crash after a successful load does not
 * count; the thread restarts every time.
 */
const maxFailures = 3

/**
 * A worker thread that starts on first use and, if it exits, again on the next use. It never keeps the process alive.
 */
export function createEmbeddingThread({
  log,
  program = new URL('./thread.ts', import.meta.url),
}: EmbeddingThreadOptions): EmbeddingThread {
  let thread: Worker | undefined
  let answer = (_: Vectors) => {}
  let failures = 0
  let isClosed = false

  function begin(): Worker {
    const begun = new Worker(program, { resourceLimits: limits, stdout: true, stderr: true })
    failures++
    begun.on('message', (told: EmbeddingThreadMessage) => {
      failures = 0
      if (told !== 'ready') answer(told.vectors)
    })
    begun.on('error', (err) => log?.warn({ err }, 'texts cannot be embedded just now; search goes by words'))
    begun.on('exit', () => {
      thread = undefined
      answer(undefined)
    })
    // Must come last: adding a message listener refs the worker again.
    begun.unref()
    return begun
  }

  return {
    async embed(texts) {
      if (isClosed || (!thread && failures >= maxFailures)) return undefined
      thread ??= begin()
      const running = thread
      const tooLong = setTimeout(() => running.terminate(), timeoutSeconds * 1000).unref()
      const { promise, resolve } = Promise.withResolvers<Vectors>()
      answer = resolve
      running.postMessage(texts)
      return promise.finally(() => clearTimeout(tooLong))
    },
    async close() {
      isClosed = true
      await thread?.terminate()
    },
  }
}
