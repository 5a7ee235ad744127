/** Public interface of the domain; other domains import only from here. */
export { type DefinitionChange, indexDefinition } from './definition-index.ts'
export { createEmbedder, type Embedder } from './embeddings/embedder.ts'
export type { IndexedFact, IndexedThing } from './entry.ts'
export { listFailedSources } from './queries/sources.ts'
export { createKnowledgeRoutes } from './routes.ts'
export {
  confidenceThresholds,
  createKnowledge,
  type Knowledge,
  type SearchHit,
  type SearchQuery,
  searchKnowledge,
} from './search.ts'
export { createIndexCache } from './word-index/index-cache.ts'
export { createLexemeCache } from './word-index/lexeme-cache.ts'
export { embeddingWork, sourceWork } from './worker.ts'
