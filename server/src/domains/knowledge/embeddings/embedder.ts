import { createEmbeddingThread, type EmbeddingThreadOptions, type Vectors } from './thread-client.ts'

/** Turns texts into vectors: the smaller the angle between two vectors, the more similar their meaning. */
export type Embedder = {
  /**
   * Returns a vector of length 1 for each text, or an empty vector for a text that is not in the model's language.
   * Undefined when there is no model or no time; callers must work without it. Background requests yield to all others.
   */
  embed(texts: readonly string[], how?: { background: boolean }): Promise<Vectors>
  close(): Promise<void>
}

type EmbedRequest = { texts: readonly string[]; answer(vectors: Vectors): void }

/** The beginning of a text shows what it is about, and embedding time grows faster than the length. */
const maxCharacters = 400
/** Texts per batch. A batch takes about 100 ms, and a query may have to wait for one. */
const maxTexts = 8
const maxLength = 800
const maxQueriesWaiting = 16

/** Embeds in a single worker thread, which loads the model on first use. */
export function createEmbedder(options: EmbeddingThreadOptions = {}): Embedder {
  const apart = createEmbeddingThread(options)
  const queries: EmbedRequest[] = []
  const background: EmbedRequest[] = []
  let isWorking = false

  async function work(): Promise<void> {
    if (isWorking) return
    isWorking = true
    for (let asks = next(); asks.length > 0; asks = next()) {
      const vectors = await apart.embed(asks.flatMap(({ texts }) => texts))
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

  function ask(texts: readonly string[], queue: EmbedRequest[]): Promise<Vectors> {
    return new Promise((answer) => {
      queue.push({ texts, answer })
      void work()
    })
  }

  return {
    async embed(texts, how) {
      const queue = how?.background ? background : queries
      if (queue === queries && queries.length >= maxQueriesWaiting) return undefined
      const answers = await Promise.all(toBatches(texts.map(truncateText)).map((portion) => ask(portion, queue)))
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
