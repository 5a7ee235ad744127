import { findAgentsUsingConnections } from './connections-in-use.ts'
import { createReadDefinitionAlerts } from './portable/definition-checks.ts'
import { listAgentsAfter, listAgentsOfOrg } from './queries.ts'

/** Public interface of the domain; other domains import only from here. */
export { createAgent } from './create-agent.ts'
export { createDefinitions, type Definitions } from './definition/definitions.ts'
export type { DefinitionListener } from './definition/listener.ts'
export type { AgentDeps, PersonFields } from './deps.ts'
export { createGatewayAccess, type GatewayAccess, issueAccessToken } from './gateway.ts'
export { createGeocoder } from './geocoding/geocoder.ts'
export { createAgentMailer, type FindMailer } from './mailer.ts'
export { mediaLibrary } from './media/index.ts'
export { createAgentFinder, findAgentByKey } from './queries.ts'
export { configurationRoutes } from './routes/index.ts'
export { sectionRoutes } from './routes/sections.ts'
export { reEncryptAgentSecrets } from './secrets/re-encrypt.ts'
export { createSecrets, secretNames } from './secrets/secrets.ts'
export { createTemplateValues, type TemplateValues } from './template-values.ts'
export { createDefinitionEnvironment } from './tools/definition-environment.ts'

export const agentListing = {
  listOfOrg: listAgentsOfOrg,
  listAfter: listAgentsAfter,
  findUsingConnections: findAgentsUsingConnections,
  createReadAlerts: createReadDefinitionAlerts,
}
