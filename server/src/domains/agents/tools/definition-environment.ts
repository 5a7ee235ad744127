import type { DefinitionEnvironment, DefinitionLintContext } from '@parley/definition'
import type { CatalogTool } from '../../catalogs/index.ts'
import { explainUnavailableTool, type ToolGrants } from './availability.ts'
import { findConfigErrors, findSchemaError, secretFields } from './tool-config.ts'

type ToolLookup = { find(kind: 'tools', id: string): CatalogTool | undefined }

/** What lint needs besides the definition and the catalog. */
export type LintFacts = { mediaIds: readonly string[]; setSecrets: readonly string[]; grants: ToolGrants }

export function createLintContext(
  catalog: ToolLookup,
  { mediaIds, setSecrets, grants }: LintFacts,
): DefinitionLintContext {
  const media = new Set(mediaIds)
  const secrets = new Set(setSecrets)
  const facts = { isSecretSet: (name: string) => secrets.has(name), grants }
  return {
    ...createDefinitionEnvironment(catalog),
    knowsMedia: (id) => media.has(id),
    explainUnavailableTool: (toolId, binding) => explainUnavailableTool(catalog.find('tools', toolId), binding, facts),
  }
}

export function createDefinitionEnvironment(catalog: ToolLookup): DefinitionEnvironment {
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
