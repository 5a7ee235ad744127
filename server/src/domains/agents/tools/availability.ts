import type { ToolBinding } from '@parley/definition'
import type { CatalogTool } from '../../catalogs/index.ts'
import { toolSecretName } from '../secrets/secrets.ts'
import { missingConfigFields } from './tool-config.ts'

/** Whether a catalog tool can be called: bound, enabled, and with everything that it needs. */

/** OAuth grants that the agent's tools can use. */
export type ToolGrants = {
  /** Tools that have a grant of their own. */
  toolIds: readonly string[]
  /** Providers of the org's connections, by connection id. */
  connections: Readonly<Record<string, string>>
  /** Providers at which this installation can get a grant. */
  providers: readonly string[]
}
export type ToolFacts = { isSecretSet(name: string): boolean; grants: ToolGrants }

/** Name of a missing OAuth grant in `configStatus.missing`; no config field is called so. */
const grantRequirement = 'oauth'

/**
 * Returns the required config fields and the grant that a binding lacks. A grant counts if this installation can get
 * one: without the provider's OAuth client, there is nothing that the operator of the agent could add.
 */
export function listMissingRequirements(tool: CatalogTool, binding: ToolBinding, facts: ToolFacts): string[] {
  const fields = listMissingFields(tool, binding, facts)
  const lacksGrant =
    !hasGrant(tool, binding, facts.grants) && facts.grants.providers.includes(tool.oauth?.provider ?? '')
  return lacksGrant ? [...fields, grantRequirement] : fields
}

function listMissingFields(tool: CatalogTool, binding: ToolBinding, { isSecretSet }: ToolFacts): string[] {
  return missingConfigFields(tool, binding, (field) => isSecretSet(toolSecretName(tool.id, field)))
}

/** A binding that names a connection uses that instead of the tool's own grant. */
function hasGrant({ id, oauth }: CatalogTool, { config }: ToolBinding, grants: ToolGrants): boolean {
  if (!oauth) return true
  const { connectionId } = config
  if (typeof connectionId !== 'string' || connectionId === '') return grants.toolIds.includes(id)
  return Object.hasOwn(grants.connections, connectionId) && grants.connections[connectionId] === oauth.provider
}

/** Returns why a tool cannot be called, as the end of a sentence; undefined if it can be. */
export function explainUnavailableTool(
  tool: CatalogTool | undefined,
  binding: ToolBinding | undefined,
  facts: ToolFacts,
): string | undefined {
  if (!tool) return 'the catalog has no such tool'
  if (!binding) return `${tool.name} is not bound; bind it first`
  if (!binding.enabled) return `${tool.name} is disabled; enable it first`
  const fields = listMissingFields(tool, binding, facts)
  if (fields.length > 0) return `the configuration of ${tool.name} lacks ${fields.join(', ')}`
  if (hasGrant(tool, binding, facts.grants)) return undefined
  return `${tool.name} is not connected to an account; connect it first`
}
