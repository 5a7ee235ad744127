export { builtInCatalog } from './built-in.ts'
export { type Catalog, type CatalogContent, type CatalogEntry, type CatalogKind, catalogOf } from './catalog.ts'
export type { LogEvent } from './content/log-events.ts'
export type {
  AgentTemplate,
  ChannelForm,
  FormField,
  GuardrailTemplate,
  ObjectiveTemplate,
  PersonalityTemplate,
  PlaybookTemplate,
  SkillTemplate,
  Tool,
} from './entry.ts'
export { catalogRoutes } from './routes.ts'
