import type { KnowledgeEntry } from '../entry.ts'

/** How many numbers the model makes of a text. */
const dimensions = 512

/** More wordings of one question say little that is new. */
const maxAlternates = 6

export type EmbeddableEntry = Pick<KnowledgeEntry, 'kind' | 'title' | 'text' | 'phrases'>

/**
 * The texts that the vectors of an entry are made from. Questions are best found by what they ask and what is answered
 * together, each counted as much as both; other wordings of the question stand for themselves.
 */
export function embeddingTextsOf({ kind, title, text, phrases }: EmbeddableEntry): string[] {
  if (kind === 'passage') return [`${title}. ${text}`]
  const both = text === '' ? [] : [text, `${title} ${text}`]
  return kind === 'thing' ? [title, ...both] : [title, ...both, ...phrases.slice(1, 1 + maxAlternates)]
}

/** The vectors of an entry in a row: one for what it says, and one for each other wording. Empty when none is English. */
export function vectorOf(entry: EmbeddableEntry, vectors: readonly Float32Array[]): number[] {
  const own = entry.kind === 'passage' || entry.text === '' ? 1 : 3
  const said = meanOf(vectors.slice(0, own))
  return [said, ...vectors.slice(own)].flatMap((vector) => [...vector])
}

/** Of length 1, as those it is made from are; what has no vector does not count. */
function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const told = vectors.filter(({ length }) => length === dimensions)
  if (told.length === 0) return new Float32Array()
  const sum = new Float32Array(dimensions)
  for (const vector of told) for (let at = 0; at < dimensions; at++) sum[at]! += vector[at]!
  const length = Math.hypot(...sum)
  return sum.map((value) => value / length)
}

/** From -1 to 1: how near the nearest of the vectors that stand in a row is to the one asked about. */
export function nearestSimilarity(row: Float32Array, asked: Float32Array): number {
  let best = -1
  for (let from = 0; from < row.length; from += dimensions) {
    let product = 0
    for (let at = 0; at < dimensions; at++) product += row[from + at]! * asked[at]!
    if (product > best) best = product
  }
  return best
}
