import { boundedText } from '@parley/findings'
import { z } from 'zod'
import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import { tokenizeText } from '../../platform/search-text.ts'
import type { Embedder } from './embeddings/embedder.ts'
import { createSimilaritySearch, type FindSimilar, type SimilarEntry } from './embeddings/similarity-search.ts'
import { entryKinds } from './entry.ts'
import { findByKeywords, findByPhrase, findEntriesByName } from './queries/search.ts'

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

/** More distinct words than a question has. Further words of a long text add little and cost a scan each. */
const maxWords = 24

/** Polite filler that says nothing about the subject of a question. */
const fillerWords = new Set(
  `hi hello hey please thanks thank tell know want need like could would wonder wondering ask asking question help
   anyone somebody someone something really kindly ok okay yes yeah yep yup no nope nah sure`.split(/\s+/),
)

/**
 * Score thresholds for answering from the best hit alone. Certain: the entry contains the question or its words.
 * Likely: it seems to be about the same subject. Below that, most hits have little to do with the question.
 */
export const confidenceThresholds = { certain: 0.7, likely: 0.35 } as const

/**
 * Returns Facts first, then passages and Things, each sorted by relevance. Searches by words and, when that finds
 * nothing certain, by `meanings`.
 */
export async function searchKnowledge(
  db: Db,
  agent: AgentKey,
  query: SearchQuery,
  meanings?: FindSimilar,
): Promise<SearchHit[]> {
  const hits = await searchWords(db, agent, query)
  if (!meanings || hits.some(({ score }) => score >= confidenceThresholds.certain)) return hits
  const near = await meanings(db, agent, query.q)
  if (near.length === 0) return hits
  return mergeHits(hits, near, await findEntriesByName(db, agent, near, query.playbookId)).slice(0, query.limit)
}

async function searchWords(db: Db, agent: AgentKey, query: SearchQuery): Promise<SearchHit[]> {
  const all = tokenizeText(query.q)
  if (all.length === 0) return []
  const telling = all.filter((word) => !fillerWords.has(word))
  const wordQuery = {
    words: all.slice(0, 2 * maxWords),
    telling: [...new Set(telling.length > 0 ? telling : all)].slice(0, maxWords),
    playbookId: query.playbookId,
    limit: query.limit,
  }
  const hits = await findByKeywords(db, agent, wordQuery)
  return hits.length > 0 ? hits : findByPhrase(db, agent, wordQuery)
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

/** Without `meanings`, search uses words alone. */
export function createKnowledge({ db, meanings }: { db: Db; meanings?: Embedder }): Knowledge {
  const near = meanings && createSimilaritySearch(meanings)
  return {
    search: (agent, query, tx = db) => searchKnowledge(tx, agent, query, near),
    close: async () => meanings?.close(),
  }
}
