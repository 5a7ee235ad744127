import { Worker } from 'node:worker_threads'

export type EmbeddingThreadMessage = 'ready' | { vectors: Float32Array[] }

type Vectors = Float32Array[] | undefined

type EmbeddingThreadOptions = {
  log?: { warn(about: object, message: string): void }
  program?: URL
  idleSeconds?: IdleSeconds
}

/** How long the thread, which takes 150 MB, outlives the last request of each kind. Loading it takes a second or two. */
type IdleSeconds = { query: number; background: number }
const defaultIdleSeconds: IdleSeconds = { query: 300, background: 10 }

/** Handles one request at a time. */
type EmbeddingThread = {
  embed(texts: readonly string[], kind: keyof IdleSeconds): Promise<Vectors>
  close(): Promise<void>
}

const limits = { maxOldGenerationSizeMb: 512 }
/** Covers loading the model plus one response. */
const timeoutSeconds = 60
/**
 * Gives up after this many consecutive starts in which the model did not load. A crash after a successful load does not
 * count; the thread restarts every time.
 */
const maxFailures = 3

/**
 * A worker thread that starts on first use, ends when it has been idle for long enough, and starts again on the next
 * use. It never keeps the process alive.
 */
function createEmbeddingThread({
  log,
  program = new URL('./thread.ts', import.meta.url),
  idleSeconds = defaultIdleSeconds,
}: EmbeddingThreadOptions): EmbeddingThread {
  let idleTimer: NodeJS.Timeout | undefined
  let queriedUntil = 0
  let thread: Worker | undefined
  let answer = (_: Vectors) => {}
  let failures = 0
  let isClosed = false

  function begin(): Worker {
    const worker = new Worker(program, { resourceLimits: limits, stdout: true, stderr: true })
    failures++
    worker.on('message', (message: EmbeddingThreadMessage) => {
      failures = 0
      if (message !== 'ready') answer(message.vectors)
    })
    worker.on('error', (err) => log?.warn({ err }, 'texts cannot be embedded right now; search uses words only'))
    worker.on('exit', () => {
      if (thread !== worker) return
      thread = undefined
      answer(undefined)
    })
    // Must come last: adding a message listener refs the worker again.
    worker.unref()
    return worker
  }

  function endWhenIdle(kind: keyof IdleSeconds): void {
    if (isClosed) return
    const now = performance.now()
    if (kind === 'query') queriedUntil = now + idleSeconds.query * 1000
    const end = () => {
      const idle = thread
      thread = undefined
      void idle?.terminate()
    }
    idleTimer = setTimeout(end, Math.max(queriedUntil - now, idleSeconds.background * 1000)).unref()
  }

  return {
    async embed(texts, kind) {
      clearTimeout(idleTimer)
      if (isClosed || (!thread && failures >= maxFailures)) return undefined
      thread ??= begin()
      const running = thread
      const tooLong = setTimeout(() => running.terminate(), timeoutSeconds * 1000).unref()
      const { promise, resolve } = Promise.withResolvers<Vectors>()
      answer = resolve
      running.postMessage(texts)
      return promise.finally(() => {
        clearTimeout(tooLong)
        endWhenIdle(kind)
      })
    },
    async close() {
      isClosed = true
      clearTimeout(idleTimer)
      await thread?.terminate()
    },
  }
}

/** Turns texts into vectors: the smaller the angle between two vectors, the more similar their meaning. */
export type Embedder = {
  /**
   * Returns a vector of length 1 for each text, or an empty vector for a text that is not in the model's language.
   * Undefined when there is no model or no time; callers must work without it. Background requests yield to all others.
   */
  embed(texts: readonly string[], how?: { background: boolean }): Promise<Vectors>
  close(): Promise<void>
}

type EmbedRequest = { texts: readonly string[]; kind: keyof IdleSeconds; answer(vectors: Vectors): void }

/** The beginning of a text shows what it is about, and embedding time grows faster than the length. */
const maxCharacters = 400
/** Texts per batch. A batch takes about 100 ms, and a query may have to wait for one. */
const maxTexts = 8
const maxLength = 800
const maxQueriesWaiting = 16

/** Embeds in a single worker thread, which loads the model on first use and ends when it is no longer needed. */
export function createEmbedder(options: EmbeddingThreadOptions = {}): Embedder {
  const apart = createEmbeddingThread(options)
  const queries: EmbedRequest[] = []
  const background: EmbedRequest[] = []
  let isWorking = false

  async function work(): Promise<void> {
    if (isWorking) return
    isWorking = true
    for (let asks = next(); asks.length > 0; asks = next()) {
      const vectors = await apart.embed(
        asks.flatMap(({ texts }) => texts),
        asks[0]!.kind,
      )
      for (const { texts, answer } of asks) answer(vectors?.splice(0, texts.length))
    }
    isWorking = false
  }

  /** Batches waiting queries; background requests run one at a time. */
  function next(): EmbedRequest[] {
    if (queries.length === 0) return background.splice(0, 1)
    const asks = queries.splice(0, 1)
    let room = maxTexts - asks[0]!.texts.length
    while (queries[0] && queries[0].texts.length <= room) {
      room -= queries[0].texts.length
      asks.push(...queries.splice(0, 1))
    }
    return asks
  }

  function ask(texts: readonly string[], kind: keyof IdleSeconds): Promise<Vectors> {
    return new Promise((answer) => {
      const queue = kind === 'query' ? queries : background
      queue.push({ texts, kind, answer })
      void work()
    })
  }

  return {
    async embed(texts, how) {
      const kind = how?.background ? 'background' : 'query'
      if (kind === 'query' && queries.length >= maxQueriesWaiting) return undefined
      const answers = await Promise.all(toBatches(texts.map(truncateText)).map((portion) => ask(portion, kind)))
      return answers.includes(undefined) ? undefined : answers.flatMap((vectors) => vectors ?? [])
    },
    close: () => apart.close(),
  }
}

function toBatches(texts: readonly string[]): string[][] {
  const portions: string[][] = []
  let length = 0
  for (const text of texts) {
    const last = portions.at(-1)
    length += text.length
    if (last && last.length < maxTexts && length <= maxLength) last.push(text)
    else {
      portions.push([text])
      length = text.length
    }
  }
  return portions
}

function truncateText(text: string): string {
  return text.slice(0, maxCharacters).toWellFormed().replace(/\s+/g, ' ').trim()
}
