/** The only door of the domain. */
export { type DefinitionChange, indexDefinition } from './definition-index.ts'
export type { Fact, Thing } from './entry.ts'
export { knowledgeRoutes } from './routes.ts'
export { type SearchHit, type SearchQuery, searchKnowledge } from './search.ts'
export { sourceWork } from './worker.ts'
