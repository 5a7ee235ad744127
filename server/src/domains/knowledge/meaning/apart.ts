import { Worker } from 'node:worker_threads'

/** What the thread says. */
export type Told = 'ready' | { vectors: Float32Array[] }

/** Undefined when there are none to be had. */
export type Vectors = Float32Array[] | undefined

export type ApartOptions = {
  log?: { warn(about: object, message: string): void }
  /** What runs in the thread. */
  program?: URL
}

/** One question at a time. */
export type Apart = { ask(texts: readonly string[]): Promise<Vectors>; close(): Promise<void> }

const limits = { maxOldGenerationSizeMb: 512 }
/** To load the model, and for one answer. */
const mostSeconds = 60
/** Of a model that could not be loaded once; after a crash it is loaded again however often. */
const mostFailures = 3

/** A thread that is begun when it is needed and, should it end, at the next need. It never keeps the process alive. */
export function embedApart({ log, program = new URL('./thread.ts', import.meta.url) }: ApartOptions): Apart {
  let thread: Worker | undefined
  let answer = (_: Vectors) => {}
  let failures = 0
  let isClosed = false

  function begin(): Worker {
    const begun = new Worker(program, { resourceLimits: limits, stdout: true, stderr: true })
    failures++
    begun.on('message', (told: Told) => {
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
    async ask(texts) {
      if (isClosed || (!thread && failures >= mostFailures)) return undefined
      thread ??= begin()
      const running = thread
      const tooLong = setTimeout(() => running.terminate(), mostSeconds * 1000).unref()
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
