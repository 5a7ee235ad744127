import { boundedText } from '@parley/findings'
import { z } from 'zod'
import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import { createDefinitionIndexes, type ReadDefinition, usesOtherDefinition } from './definition-search.ts'
import type { Embedder } from './embeddings/embedder.ts'
import { createSimilaritySearch, type FindSimilar, type SimilarEntry } from './embeddings/similarity-search.ts'
import { entryKinds } from './entry.ts'
import { findByKeywords, findByPhrase, findEntriesByName } from './queries/search.ts'
import { createIndexCache, type IndexCache, type IndexCacheOptions } from './word-index/index-cache.ts'
import { createLexemeCache, type LexemeCache } from './word-index/lexeme-cache.ts'
import { expandQuery, searchByKeywords, searchByPhrase } from './word-index/search-index.ts'
import type { WordIndex } from './word-index/word-index.ts'
import { toWordQuery, type WordQuery } from './word-query.ts'

export const SearchQuery = z.strictObject({
  q: boundedText({ min: 1, max: 500 }).meta({ description: 'Words, or a whole question.' }),
  playbookId: boundedText({ min: 1, max: 200 })
    .optional()
    .meta({ description: 'Excludes Facts that are for other playbooks.' }),
  limit: z.coerce.number('must be a whole number').int().min(1).max(50).default(10),
})
export type SearchQuery = z.output<typeof SearchQuery>

export const SearchHit = z
  .strictObject({
    kind: z.enum(entryKinds),
    id: z.string(),
    title: z.string(),
    text: z.string(),
    score: z.number().min(0).max(1),
    sourceId: z.string().optional(),
  })
  .meta({
    id: 'SearchHit',
    examples: [{ kind: 'fact', id: 'hours', title: 'When are you open?', text: 'From nine to five.', score: 1 }],
  })
export type SearchHit = z.infer<typeof SearchHit>

/**
 * Score thresholds for answering from the best hit alone. Certain: the entry contains the question or its words.
 * Likely: it seems to be about the same subject. Below that, most hits have little to do with the question.
 */
export const confidenceThresholds = { certain: 0.7, likely: 0.35 } as const

/** The data that a process holds in memory for its searches. */
type SearchMemory = {
  indexes: IndexCache
  lexemes: LexemeCache
  meanings?: FindSimilar
  /** The index of a draft or a version, instead of live. */
  findOtherIndex?(db: Db, agent: AgentKey): Promise<WordIndex>
}

/**
 * Returns Facts first, then passages and Things, each sorted by relevance. Searches by words and, when that finds
 * nothing certain, by meaning. Without `memory`, PostgreSQL searches by words.
 */
export async function searchKnowledge(
  db: Db,
  agent: AgentKey,
  query: SearchQuery,
  memory?: SearchMemory,
): Promise<SearchHit[]> {
  const other = usesOtherDefinition(agent) ? await memory?.findOtherIndex?.(db, agent) : undefined
  const hits = await searchWords(db, agent, query, { memory, other })
  const { meanings } = memory ?? {}
  if (!meanings || hits.some(({ score }) => score >= confidenceThresholds.certain)) return hits
  const near = await meanings(db, agent, query.q)
  if (near.length === 0) return hits
  const found = await findEntriesByName(db, agent, near, query.playbookId)
  return mergeHits(hits, near, other ? found.filter((entry) => isInIndex(other, entry)) : found).slice(0, query.limit)
}

/** Vectors are those of live: an entry that a draft changed or removed is not found by its old text. */
function isInIndex({ entries }: WordIndex, { kind, id, title, text }: Omit<SearchHit, 'score'>): boolean {
  if (kind === 'passage') return true
  return entries.some((one) => one.kind === kind && one.id === id && one.title === title && one.text === text)
}

type SearchIndexes = { memory: SearchMemory | undefined; other: WordIndex | undefined }

async function searchWords(
  db: Db,
  agent: AgentKey,
  query: SearchQuery,
  { memory, other }: SearchIndexes,
): Promise<SearchHit[]> {
  const wordQuery = toWordQuery(query)
  if (!wordQuery) return []
  if (other && memory)
    return (await searchIndex(db, wordQuery, other, memory.lexemes)) ?? searchByPhrase(other, wordQuery)
  // A transaction may have changed entries, which no version shows before it commits.
  const index = db.isTransaction ? undefined : memory?.indexes.find(agent)
  const found = index && (await searchIndex(db, wordQuery, index, memory!.lexemes))
  if (found) return found
  const hits = await findByKeywords(db, agent, wordQuery)
  return hits.length > 0 ? hits : findByPhrase(db, agent, wordQuery)
}

/** Returns undefined for a word that PostgreSQL splits, which only PostgreSQL can rank. */
async function searchIndex(
  db: Db,
  query: WordQuery,
  index: WordIndex,
  lexemes: LexemeCache,
): Promise<SearchHit[] | undefined> {
  const lexemesOfQuery = await lexemes.resolve(db, query.telling)
  if (!lexemesOfQuery) return undefined
  const terms = expandQuery(index, query.telling, lexemesOfQuery)
  const lexemesOfTerms = await lexemes.resolve(
    db,
    terms.map(({ word }) => word),
  )
  if (!lexemesOfTerms) return undefined
  const hits = searchByKeywords(index, query, terms, lexemesOfTerms)
  return hits.length > 0 ? hits : searchByPhrase(index, query)
}

/** An entry found both ways gets the higher of the two scores. */
function mergeHits(
  hits: readonly SearchHit[],
  near: readonly SimilarEntry[],
  found: readonly Omit<SearchHit, 'score'>[],
) {
  const scores = new Map(near.map((one) => [entryKeyOf(one), one.score]))
  const all = new Map(hits.map((hit) => [entryKeyOf(hit), hit]))
  for (const entry of found) {
    const name = entryKeyOf(entry)
    all.set(name, { ...entry, score: Math.max(scores.get(name) ?? 0, all.get(name)?.score ?? 0) })
  }
  return [...all.values()].sort(compareHits)
}

const entryKeyOf = ({ kind, id }: { kind: string; id: string }): string => `${kind} ${id}`

function compareHits(one: SearchHit, other: SearchHit): number {
  const factsFirst = Number(other.kind === 'fact') - Number(one.kind === 'fact')
  return factsFirst || other.score - one.score || (entryKeyOf(one) < entryKeyOf(other) ? -1 : 1)
}

/** Search with caches that the whole process shares. */
export type Knowledge = {
  /** Runs in the caller's transaction when `tx` is given. */
  search(agent: AgentKey, query: SearchQuery, tx?: Db): Promise<SearchHit[]>
  close(): Promise<void>
}

export type KnowledgeOptions = Omit<IndexCacheOptions, 'limits' | 'lexemes'> & {
  meanings?: Embedder
  /** Reads the Facts and Things of a draft or a version. Default: every search is in live. */
  readDefinition?: ReadDefinition
}

/** Without `meanings`, search uses words alone. */
export function createKnowledge({ db, log, meanings, readDefinition }: KnowledgeOptions): Knowledge {
  const lexemes = createLexemeCache()
  const indexes = createIndexCache({ db, log, lexemes })
  const memory = {
    indexes,
    lexemes,
    meanings: meanings && createSimilaritySearch(meanings),
    ...(readDefinition && { findOtherIndex: createDefinitionIndexes(readDefinition) }),
  }
  return {
    search: (agent, query, tx = db) => searchKnowledge(tx, agent, query, memory),
    close: async () => {
      await Promise.all([indexes.close(), meanings?.close()])
    },
  }
}
