import { Worker } from 'node:worker_threads'

/** What the thread says. */
export type EmbeddingThreadMessage = 'ready' | { vectors: Float32Array[] }

/** Undefined when there are none to be had. */
export type Vectors = Float32Array[] | undefined

export type EmbeddingThreadOptions = {
  log?: { warn(about: object, message: string): void }
  /** What runs in the thread. */
  program?: URL
}

/** One question at a time. */
export type EmbeddingThread = { embed(texts: readonly string[]): Promise<Vectors>; close(): Promise<void> }

const limits = { maxOldGenerationSizeMb: 512 }
/** To load the model, and for one answer. */
const timeoutSeconds = 60
/** Of a model that could not be loaded once; after a crash it is loaded again however often. */
const maxFailures = 3

/** A thread that is begun when it is needed and, should it end, at the next need. It never keeps the process alive. */
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
    // Last: listening to messages would hold the process again.
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
