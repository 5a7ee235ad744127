import type { Outside } from '@parley/definition'
import type { Tool } from '../../catalogs/index.ts'
import { configFaults, schemaFault, secretFields } from './tool-config.ts'

/** What a definition may name beyond itself, read from the catalog. */
export function outsideOf(catalog: { find(kind: 'tools', id: string): Tool | undefined }): Outside {
  return {
    knowsTool: (toolId) => catalog.find('tools', toolId) !== undefined,
    bindingFaults({ toolId, config }) {
      const tool = catalog.find('tools', toolId)
      if (!tool) return [{ field: 'toolId', message: 'is no tool of the catalog' }]
      const secrets = secretFields(tool).filter((field) => field in config)
      const misplaced = secrets.map((field) => ({
        field: `config.${field}`,
        message: 'is write-only and no part of this',
      }))
      return [...misplaced, ...configFaults(tool, config)]
    },
    schemaFault,
  }
}
