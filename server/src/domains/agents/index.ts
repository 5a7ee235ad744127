import { findAgentsUsingConnections } from './connections-in-use.ts'
import { deleteOldCanaryDefinitions } from './drafts/queries.ts'
import { createGeocoder } from './geocoding/geocoder.ts'
import { buildAuthHeaders } from './integrations/credential.ts'
import { createAgentMailer } from './mailer.ts'
import { createReadDefinitionAlerts } from './portable/definition-checks.ts'
import { listAgentsAfter, listAgentsOfOrg } from './queries.ts'
import { reEncryptAgentSecrets } from './secrets/re-encrypt.ts'
import { createSecrets } from './secrets/secrets.ts'
import { explainUnavailableTool } from './tools/availability.ts'
import { createDefinitionEnvironment } from './tools/definition-environment.ts'
import { findArgumentErrors, secretFields } from './tools/tool-config.ts'

/** Public interface of the domain; other domains import only from here. */
export { createAgent } from './create-agent.ts'
export { createDefinitions, type Definitions } from './definition/definitions.ts'
export type { DefinitionListener } from './definition/listener.ts'
export type { AgentDeps, PersonFields } from './deps.ts'
export { createGatewayAccess, type GatewayAccess, issueAccessToken } from './gateway.ts'
export { mediaLibrary } from './media/index.ts'
export { createAgentFinder, findAgentByKey } from './queries.ts'
export { configurationRoutes } from './routes/index.ts'
export { sectionRoutes } from './routes/sections.ts'
export { secretNames } from './secrets/secrets.ts'
export { createTemplateValues } from './template-values.ts'

/** Factories for the composition root. */
export const agentFactories = { createGeocoder, createSecrets, createDefinitionEnvironment, createAgentMailer }

/** Settings, arguments and credentials of catalog tools and integrations. */
export const toolSettings = {
  explainUnavailable: explainUnavailableTool,
  secretFields,
  findArgumentErrors,
  buildAuthHeaders,
}

export const agentListing = {
  listOfOrg: listAgentsOfOrg,
  listAfter: listAgentsAfter,
  findUsingConnections: findAgentsUsingConnections,
  createReadAlerts: createReadDefinitionAlerts,
}

/** For the chores and the rotation of the secret key. */
export const agentMaintenance = { deleteOldCanaryDefinitions, reEncryptSecrets: reEncryptAgentSecrets }
