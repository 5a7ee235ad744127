import { agentsNaming } from './connections-in-use.ts'
import { definitionNewsOf } from './news.ts'
import { agentsAfter, agentsOfOrg } from './queries/listing.ts'

/** The only door of the domain. */
export { createAgent } from './agents.ts'
export { type Definitions, definitionsOf } from './definition/definitions.ts'
export type { DefinitionListener } from './definition/listener.ts'
export type { AgentDeps } from './deps.ts'
export { gatewayAccess, issueAccessToken } from './gateway.ts'
export { geocoderOf } from './geocoding/geocoder.ts'
export { mailerOf } from './mailer.ts'
export { media } from './media/index.ts'
export { agentFinder, findAgentByKey } from './queries.ts'
export { configurationRoutes } from './routes/index.ts'
export { sections } from './routes/sections.ts'
export { resealAgentSecrets } from './secrets/reseal.ts'
export { secretNames, secretsOf } from './secrets/secrets.ts'
export { templateValues } from './template-values.ts'
export { outsideOf } from './tools/outside.ts'

/** Agents, many at a time. */
export const listing = { ofOrg: agentsOfOrg, after: agentsAfter, naming: agentsNaming, newsOf: definitionNewsOf }
