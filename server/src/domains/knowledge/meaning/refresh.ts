import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { deleteLostVectors, listStaleEntries, type StaleEntry, writeVectors } from '../queries/vectors.ts'
import type { Embedder } from './embedder.ts'
import { textsOf, vectorOf } from './vector.ts'

type Means = { embedder: Embedder; signal: AbortSignal }

/** About a second; then another agent has its turn, and a process that stops need not wait for more. */
const entriesOfTurn = 32
/** Written together: so much is lost to a kill. */
const entriesKept = 8

/** Embeds what is new or has changed, as much as one turn takes. Answers whether nothing is left. */
export async function refreshVectors(db: Db, agent: AgentKey, { embedder, signal }: Means): Promise<boolean> {
  await deleteLostVectors(db, agent)
  const stale = await listStaleEntries(db, agent, entriesOfTurn)
  for (let from = 0; from < stale.length; from += entriesKept) {
    signal.throwIfAborted()
    const entries = stale.slice(from, from + entriesKept)
    await writeVectors(db, agent, await embedded(embedder, entries))
  }
  return stale.length < entriesOfTurn
}

async function embedded(embedder: Embedder, entries: readonly StaleEntry[]) {
  const texts = entries.map(textsOf)
  const vectors = await embedder.embed(texts.flat(), { background: true })
  if (!vectors) throw new Error('Texts cannot be embedded just now')
  return entries.map((entry, at) => {
    const own = vectors.splice(0, texts[at]?.length ?? 0)
    return { kind: entry.kind, id: entry.id, hash: entry.hash, vector: vectorOf(entry, own).map(rounded) }
  })
}

/** Far finer than what tells two texts apart, and short to send. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6
