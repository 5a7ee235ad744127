import type { KnowledgeEntry } from '../entry.ts'

const dimensions = 512

/** Further wordings of one question add little. */
const maxAlternates = 6

export type EmbeddableEntry = Pick<KnowledgeEntry, 'kind' | 'title' | 'text' | 'phrases'>

/**
 * The texts to embed for an entry. A Fact is found best by the mean of its question, its answer, and both together;
 * each alternate wording gets a vector of its own.
 */
export function embeddingTextsOf({ kind, title, text, phrases }: EmbeddableEntry): string[] {
  if (kind === 'passage') return [`${title}. ${text}`]
  const both = text === '' ? [] : [text, `${title} ${text}`]
  return kind === 'thing' ? [title, ...both] : [title, ...both, ...phrases.slice(1, 1 + maxAlternates)]
}

/**
 * Concatenates the vectors of an entry: one for its content, then one for each alternate wording. Empty when none is
 * English.
 */
export function vectorOf(entry: EmbeddableEntry, vectors: readonly Float32Array[]): number[] {
  const own = entry.kind === 'passage' || entry.text === '' ? 1 : 3
  const said = meanOf(vectors.slice(0, own))
  return [said, ...vectors.slice(own)].flatMap((vector) => [...vector])
}

/** Returns the mean, normalized to length 1. Texts without a vector do not count. */
function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const told = vectors.filter(({ length }) => length === dimensions)
  if (told.length === 0) return new Float32Array()
  const sum = new Float32Array(dimensions)
  for (const vector of told) for (let at = 0; at < dimensions; at++) sum[at]! += vector[at]!
  const length = Math.hypot(...sum)
  return sum.map((value) => value / length)
}

/**
 * Returns the highest similarity, from -1 to 1, between the asked vector and any of the vectors concatenated in `row`.
 */
export function nearestSimilarity(row: Float32Array, asked: Float32Array): number {
  let best = -1
  for (let from = 0; from < row.length; from += dimensions) {
    let product = 0
    for (let at = 0; at < dimensions; at++) product += row[from + at]! * asked[at]!
    if (product > best) best = product
  }
  return best
}
