export { builtInCatalog } from './built-in.ts'
export { type Catalog, type CatalogContent, type CatalogEntry, type CatalogKind, createCatalog } from './catalog.ts'
export type { LogEvent } from './content/log-events.ts'
export type {
  AgentTemplate,
  CatalogTool,
  ChannelForm,
  FormField,
  GuardrailTemplate,
  ObjectiveTemplate,
  PersonalityTemplate,
  PlaybookTemplate,
  SkillTemplate,
} from './entry.ts'
export { catalogRoutes } from './routes.ts'
export { webhookEventOperations } from './webhook-operations.ts'
