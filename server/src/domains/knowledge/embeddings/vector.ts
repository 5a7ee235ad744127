import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { KnowledgeEntry } from '../entry.ts'
import { deleteOrphanedVectors, listStaleEntries, type StaleEntry, writeVectors } from '../queries/vectors.ts'
import type { Embedder } from './embedder.ts'

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
  const ownVector = meanOf(vectors.slice(0, own))
  return [ownVector, ...vectors.slice(own)].flatMap((vector) => [...vector])
}

/** Returns the mean, normalized to length 1. Texts without a vector do not count. */
function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const valid = vectors.filter(({ length }) => length === dimensions)
  if (valid.length === 0) return new Float32Array()
  const sum = new Float32Array(dimensions)
  for (const vector of valid) for (let at = 0; at < dimensions; at++) sum[at]! += vector[at]!
  const length = Math.hypot(...sum)
  return sum.map((value) => value / length)
}

/**
 * Returns the highest similarity, from -1 to 1, between the asked vector and any of the vectors concatenated in `row`.
 */
export function computeNearestSimilarity(row: Float32Array, query: Float32Array): number {
  let best = -1
  for (let from = 0; from < row.length; from += dimensions) {
    let product = 0
    for (let at = 0; at < dimensions; at++) product += row[from + at]! * query[at]!
    if (product > best) best = product
  }
  return best
}

type RefreshOptions = { embedder: Embedder; signal: AbortSignal }

/**
 * About one second of work. After that another agent gets its turn, and a stopping process does not have to wait
 * longer.
 */
const entriesPerTurn = 32
/** Entries per write: at most this many are lost when the process is killed. */
const entriesPerWrite = 8

/** Embeds new and changed entries, up to `entriesPerTurn`. Returns whether everything is up to date. */
export async function refreshVectors(db: Db, agent: AgentKey, { embedder, signal }: RefreshOptions): Promise<boolean> {
  await deleteOrphanedVectors(db, agent)
  const stale = await listStaleEntries(db, agent, entriesPerTurn)
  for (let from = 0; from < stale.length; from += entriesPerWrite) {
    signal.throwIfAborted()
    const entries = stale.slice(from, from + entriesPerWrite)
    await writeVectors(db, agent, await embedEntries(embedder, entries))
  }
  return stale.length < entriesPerTurn
}

async function embedEntries(embedder: Embedder, entries: readonly StaleEntry[]) {
  const texts = entries.map(embeddingTextsOf)
  const vectors = await embedder.embed(texts.flat(), { background: true })
  if (!vectors) throw new Error('Texts cannot be embedded right now')
  return entries.map((entry, at) => {
    const own = vectors.splice(0, texts[at]?.length ?? 0)
    return { kind: entry.kind, id: entry.id, hash: entry.hash, vector: vectorOf(entry, own).map(roundComponent) }
  })
}

/** Six decimals are far more precise than the comparison needs and keep the parameter short. */
const roundComponent = (value: number): number => Math.round(value * 1e6) / 1e6
