import type { AgentDefinition } from '@parley/definition'
import { LruCache } from '@parley/findings'
import { runYielding } from '../../platform/concurrency/concurrency.ts'
import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import { diffFacts, diffThings, type KnowledgeEntry } from './entry.ts'
import { vectorizeEntries } from './queries/entries.ts'
import { listIndexableEntries, listVocabulary } from './queries/word-index.ts'
import { createIndexBuilder, type WordIndex } from './word-index/word-index.ts'

export type ReadDefinition = (db: Db, agent: AgentKey) => Promise<Pick<AgentDefinition, 'facts' | 'things'>>

const megabyte = 1024 * 1024
/** Indexes of drafts and of versions that sessions still use. */
const maxCachedBytes = 64 * megabyte
const maxBytesOfPassages = 32 * megabyte
const entriesPerRead = 200

/** Whether searches must see the Facts and Things of a draft or a version instead of those of live. */
export const usesOtherDefinition = ({ draft, pinnedVersion }: AgentKey): boolean =>
  draft !== undefined || pinnedVersion !== undefined

/**
 * Indexes of drafts and versions, built when they are first searched: their own Facts and Things, and the passages of
 * the agent's sources, which have no versions. Passages beyond a limit are not in the index.
 */
export function createDefinitionIndexes(readDefinition: ReadDefinition) {
  const known = new LruCache<string, { index: WordIndex }>(maxCachedBytes, ({ index }) => index.bytes)
  const keyOf = ({ key, version, draft, pinnedVersion }: AgentKey) =>
    version === undefined ? undefined : [key, version, draft?.id, draft?.revision, pinnedVersion].join(' ')
  return async (db: Db, agent: AgentKey): Promise<WordIndex> => {
    const key = keyOf(agent)
    const remembered = key === undefined ? undefined : known.get(key)
    if (remembered) return remembered.index
    const index = await buildDefinitionIndex(db, agent, await readDefinition(db, agent))
    if (key !== undefined && !db.isTransaction) known.set(key, { index })
    return index
  }
}

async function buildDefinitionIndex(
  db: Db,
  agent: AgentKey,
  { facts, things }: Pick<AgentDefinition, 'facts' | 'things'>,
): Promise<WordIndex> {
  const builder = createIndexBuilder()
  const { written: factEntries } = await runYielding(diffFacts([], facts))
  const { written: thingEntries } = await runYielding(diffThings([], things))
  const entries = [...factEntries, ...thingEntries]
  const words = await addOwnEntries(db, builder, entries)
  await addPassages(db, agent, builder)
  for (const { firstLetter, words: known } of await listVocabulary(db, agent)) {
    const fresh = words.get(firstLetter) ?? new Set()
    words.delete(firstLetter)
    builder.addWords(firstLetter, [...new Set([...known.split(' '), ...fresh])])
  }
  for (const [firstLetter, fresh] of words) builder.addWords(firstLetter, [...fresh])
  return runYielding(builder.finish(0))
}

type IndexBuilder = ReturnType<typeof createIndexBuilder>

/** Adds entries in the order of the definition, and returns their words by first letter. */
async function addOwnEntries(
  db: Db,
  builder: IndexBuilder,
  entries: readonly KnowledgeEntry[],
): Promise<Map<string, Set<string>>> {
  const words = new Map<string, Set<string>>()
  for (let from = 0; from < entries.length; from += entriesPerRead) {
    const batch = entries.slice(from, from + entriesPerRead)
    const { vectors, vocabulary } = await vectorizeEntries(db, batch)
    for (const [index, { more: _, ...entry }] of batch.entries())
      builder.addEntry({ ...entry, words: vectors[index] as Buffer, place: from + index })
    for (const word of vocabulary) {
      const letter = [...word][0] as string
      words.set(letter, (words.get(letter) ?? new Set<string>()).add(word))
    }
  }
  return words
}

async function addPassages(db: Db, agent: AgentKey, builder: IndexBuilder): Promise<void> {
  let after = { kind: 'passage', id: '' }
  for (;;) {
    const read = await listIndexableEntries(db, agent, { after, limit: entriesPerRead })
    const passages = read.filter(({ kind }) => kind === 'passage')
    for (const passage of passages) builder.addEntry(passage)
    const last = passages.at(-1)
    if (!last || read.length < entriesPerRead || builder.bytes() > maxBytesOfPassages) return
    after = last
  }
}
