import type { AgentDefinition } from '@parley/definition'
import type { DefinitionListener } from '../definition/listener.ts'
import { deleteSecrets, listSecrets } from './queries.ts'
import { integrationSecret, toolSecret } from './secrets.ts'

/**
 * A secret goes with the integration or the tool binding it belonged to, whichever write takes that away, and also
 * when the catalog has the tool no more.
 */
export const forgetLostSecrets: DefinitionListener = async (tx, agent, { before, definition, changed }) => {
  if (!changed.includes('integrations') && !changed.includes('toolBindings')) return
  const isLost = lostBetween(before, definition)
  const kept = await listSecrets(tx, agent)
  await deleteSecrets(tx, agent, kept.map(({ name }) => name).filter(isLost))
}

function lostBetween(before: AgentDefinition, after: AgentDefinition): (name: string) => boolean {
  const integrations = new Set(after.integrations.map(({ id }) => id))
  const tools = new Set(after.toolBindings.map(({ toolId }) => toolId))
  const names = new Set(
    before.integrations.filter(({ id }) => !integrations.has(id)).map(({ id }) => integrationSecret(id)),
  )
  const beginnings = before.toolBindings
    .filter(({ toolId }) => !tools.has(toolId))
    .map(({ toolId }) => toolSecret(toolId, ''))
  return (name) => names.has(name) || beginnings.some((beginning) => name.startsWith(beginning))
}
