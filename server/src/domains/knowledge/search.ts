import { text } from '@parley/findings'
import { z } from 'zod'
import type { Db } from '../../platform/db/database.ts'
import { wordsOf } from '../../platform/fold.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import { entryKinds } from './entry.ts'
import { findByPhrase, findByTerms, findTerms } from './queries/search.ts'

export const SearchQuery = z.strictObject({
  q: text({ min: 1, max: 500 }).meta({ description: 'Words, or a whole question.' }),
  playbookId: text({ min: 1, max: 200 })
    .optional()
    .meta({ description: 'Leaves out Facts that are for other playbooks.' }),
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

/** More distinct words than a question has; the rest of a long text adds little and costs a scan each. */
const mostWords = 24

/** What people wrap a question in: these words say nothing about what they ask. */
const wrapping = new Set(
  `hi hello hey please thanks thank tell know want need like could would wonder wondering ask asking question help
   anyone somebody someone something really kindly ok okay`.split(/\s+/),
)

/** Facts first, then passages and Things, each by how much of the question they answer to. */
export async function searchKnowledge(db: Db, agent: AgentKey, query: SearchQuery): Promise<SearchHit[]> {
  const all = wordsOf(query.q)
  if (all.length === 0) return []
  const telling = all.filter((word) => !wrapping.has(word))
  const words = [...new Set(telling.length > 0 ? telling : all)].slice(0, mostWords)
  const asked = { words: all.slice(0, 2 * mostWords), playbookId: query.playbookId, limit: query.limit }
  const terms = await findTerms(db, agent, words)
  const hits = terms.length > 0 ? await findByTerms(db, agent, terms, asked) : []
  return hits.length > 0 ? hits : findByPhrase(db, agent, asked)
}
