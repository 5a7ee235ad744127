import type { AgentDefinition } from '@parley/definition'
import type { Catalog } from '../../catalogs/index.ts'
import type { DefinitionListener } from '../definition/definitions.ts'
import { secretFields } from '../tools/tool-config.ts'
import { deleteSecrets } from './queries.ts'
import { integrationSecret, toolSecret } from './secrets.ts'

/** A secret goes with the integration or the tool binding it belonged to, whichever write takes that away. */
export function forgetLostSecrets(catalog: Catalog): DefinitionListener {
  return async (tx, agent, { before, definition, changed }) => {
    if (!changed.includes('integrations') && !changed.includes('toolBindings')) return
    const left = secretNames(definition, catalog)
    await deleteSecrets(
      tx,
      agent,
      [...secretNames(before, catalog)].filter((name) => !left.has(name)),
    )
  }
}

function secretNames({ integrations, toolBindings }: AgentDefinition, catalog: Catalog): Set<string> {
  const names = integrations.map(({ id }) => integrationSecret(id))
  for (const { toolId } of toolBindings) {
    const tool = catalog.find('tools', toolId)
    if (tool) names.push(...secretFields(tool).map((field) => toolSecret(toolId, field)))
  }
  return new Set(names)
}
