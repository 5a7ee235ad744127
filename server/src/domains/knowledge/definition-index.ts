import { runYielding } from '../../platform/concurrency/concurrency.ts'
import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import {
  diffFacts,
  diffThings,
  type EntryChange,
  type EntryKind,
  type IndexedFact,
  type IndexedThing,
} from './entry.ts'
import { deleteEntries, writeEntries } from './queries/entries.ts'
import { enqueueEmbeddings } from './worker.ts'

type BeforeAndAfter<T> = { before: readonly T[]; after: readonly T[] }
export type DefinitionChange = { facts?: BeforeAndAfter<IndexedFact>; things?: BeforeAndAfter<IndexedThing> }

/**
 * Updates the index after a write to the definition, in the transaction of that write. Unchanged entries cost nothing.
 */
export async function indexDefinition(tx: Db, agent: AgentKey, change: DefinitionChange): Promise<void> {
  const { facts, things } = change
  const changed = [
    facts && (await indexKind(tx, agent, 'fact', await runYielding(diffFacts(facts.before, facts.after)))),
    things && (await indexKind(tx, agent, 'thing', await runYielding(diffThings(things.before, things.after)))),
  ]
  if (changed.includes(true)) await enqueueEmbeddings(tx, agent)
}

async function indexKind(tx: Db, agent: AgentKey, kind: EntryKind, change: EntryChange): Promise<boolean> {
  const { written, removed } = change
  if (removed.length > 0) await deleteEntries(tx, agent, kind, removed)
  if (written.length > 0) await writeEntries(tx, agent, written)
  return removed.length + written.length > 0
}
