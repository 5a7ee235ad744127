import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { deleteOrphanedVectors, listStaleEntries, type StaleEntry, writeVectors } from '../queries/vectors.ts'
import type { Embedder } from './embedder.ts'
import { embeddingTextsOf, vectorOf } from './vector.ts'

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
  if (!vectors) throw new Error('Texts cannot be embedded just now')
  return entries.map((entry, at) => {
    const own = vectors.splice(0, texts[at]?.length ?? 0)
    return { kind: entry.kind, id: entry.id, hash: entry.hash, vector: vectorOf(entry, own).map(roundComponent) }
  })
}

/** Six decimals are far more precise than the comparison needs and keep the parameter short. */
const roundComponent = (value: number): number => Math.round(value * 1e6) / 1e6
