import type { DefinitionLintContext } from '../lint/lint.ts'

/** A catalog with one tool, whose url must not be empty, and a media library with one picture. */
export const testEnvironment: DefinitionLintContext = {
  knowsTool: (id) => id === '@svc/tool.mail',
  bindingFaults: ({ config }) =>
    config.url === '' ? [{ field: 'config.url', message: 'must be an http or https URL' }] : [],
  schemaFault: ({ type }: { type?: unknown }) => (type === 'nonsense' ? 'is no JSON Schema' : undefined),
  knowsMedia: (id) => id === 'kite',
  explainUnavailableTool: (_toolId, binding) => (binding?.enabled ? undefined : 'it is not bound'),
}
