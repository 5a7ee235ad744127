import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { Embedder } from './embeddings/embedder.ts'
import { createSimilaritySearch } from './embeddings/similarity-search.ts'
import { type SearchHit, type SearchQuery, searchKnowledge } from './search.ts'

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
