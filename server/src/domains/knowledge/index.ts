/** The only door of the domain. */
export { type DefinitionChange, indexDefinition } from './definition-index.ts'
export type { Fact, Thing } from './entry.ts'
export { type Knowledge, knowledgeOf } from './knowledge.ts'
export { createEmbedder, type Embedder } from './meaning/embedder.ts'
export { failedSources } from './queries/trouble.ts'
export { knowledgeRoutesOf } from './routes.ts'
export { howSure, type SearchHit, type SearchQuery, searchKnowledge } from './search.ts'
export { meaningWork, sourceWork } from './worker.ts'
