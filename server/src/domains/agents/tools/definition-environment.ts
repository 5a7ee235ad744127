import type { DefinitionEnvironment } from '@parley/definition'
import type { CatalogTool } from '../../catalogs/index.ts'
import { findConfigErrors, findSchemaError, secretFields } from './tool-config.ts'

export function createDefinitionEnvironment(catalog: {
  find(kind: 'tools', id: string): CatalogTool | undefined
}): DefinitionEnvironment {
  return {
    knowsTool: (toolId) => catalog.find('tools', toolId) !== undefined,
    bindingFaults({ toolId, config }) {
      const tool = catalog.find('tools', toolId)
      if (!tool) return [{ field: 'toolId', message: 'is not a tool in the catalog' }]
      const secrets = secretFields(tool).filter((field) => field in config)
      const misplaced = secrets.map((field) => ({
        field: `config.${field}`,
        message: 'is write-only and cannot be set here',
      }))
      return [...misplaced, ...findConfigErrors(tool, config)]
    },
    schemaFault: findSchemaError,
  }
}
