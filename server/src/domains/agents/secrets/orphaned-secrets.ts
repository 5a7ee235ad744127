import type { AgentDefinition } from '@parley/definition'
import type { DefinitionListener } from '../definition/listener.ts'
import { deleteAgentSecrets, listAgentSecrets } from './queries.ts'
import { integrationSecretName, toolSecretName } from './secrets.ts'

/**
 * Deletes a secret together with the integration or tool binding that owned it, whichever write removes the owner, and
 * also when the catalog no longer has the tool.
 */
export const deleteOrphanedSecrets: DefinitionListener = async (tx, agent, { before, definition, changed }) => {
  if (!changed.includes('integrations') && !changed.includes('toolBindings')) return
  const isLost = orphanedBetween(before, definition)
  const kept = await listAgentSecrets(tx, agent)
  await deleteAgentSecrets(tx, agent, kept.map(({ name }) => name).filter(isLost))
}

function orphanedBetween(before: AgentDefinition, after: AgentDefinition): (name: string) => boolean {
  const integrations = new Set(after.integrations.map(({ id }) => id))
  const tools = new Set(after.toolBindings.map(({ toolId }) => toolId))
  const names = new Set(
    before.integrations.filter(({ id }) => !integrations.has(id)).map(({ id }) => integrationSecretName(id)),
  )
  const beginnings = before.toolBindings
    .filter(({ toolId }) => !tools.has(toolId))
    .map(({ toolId }) => toolSecretName(toolId, ''))
  return (name) => names.has(name) || beginnings.some((beginning) => name.startsWith(beginning))
}
