/** Public interface of the domain; other domains import only from here. */
export type { ToolsDeps } from './deps.ts'
export { limitJson, maxResultBytes } from './limit-json.ts'
export { deleteCalls, deleteOldCalls, exportCalls } from './queries.ts'
export { toolRoutes } from './routes.ts'
export { type CallableTool, type CatalogToolResult, createTools, type Tools } from './tools.ts'
