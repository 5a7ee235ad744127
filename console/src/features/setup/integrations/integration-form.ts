import type { integrationMethods } from '@parley/definition/vocabulary'
import type { Schema } from '@parley/sdk'
import { type SecretForm, toSecretBody, toSecretForm } from '../notifications/notifications-form.ts'

export type Integration = Schema<'Integration'>
export type StoredService = Exclude<Integration, { kind: 'http' }>
export const integrationKinds = ['http', 'mcp', 'openapi'] as const

export type IntegrationForm = {
  id: string
  kind: (typeof integrationKinds)[number]
  name: string
  description: string
  url: string
  method: (typeof integrationMethods)[number]
  /** A JSON Schema as text. */
  parameters: string
  /** An OpenAPI document as JSON text. */
  document: string
  documentUrl: string
  serverUrl: string
  /** Names of tools, one per line; empty for all. */
  chosen: string
  authType: 'none' | 'bearer' | 'header'
  header: string
  secret: SecretForm
}

export const blankIntegration: IntegrationForm = {
  id: '',
  kind: 'http',
  name: '',
  description: '',
  url: '',
  method: 'POST',
  parameters: '{\n  "type": "object",\n  "properties": {}\n}',
  document: '',
  documentUrl: '',
  serverUrl: '',
  chosen: '',
  authType: 'none',
  header: '',
  secret: toSecretForm({ set: false }),
}

export function toIntegrationForm(integration: Integration): IntegrationForm {
  const { id, kind, name = '', description = '', auth } = integration
  const common: IntegrationForm = { ...blankIntegration, id, kind, name, description, secret: toSecretForm(auth) }
  if (integration.kind === 'http') {
    const { endpoint, parameters } = integration
    const text = parameters ? JSON.stringify(parameters, null, 2) : ''
    return { ...common, url: endpoint.url, method: endpoint.method ?? 'POST', parameters: text }
  }
  const { type = 'none', header = '' } = integration.auth
  const service: IntegrationForm = { ...common, authType: type, header }
  if (integration.kind === 'mcp')
    return { ...service, url: integration.url, chosen: integration.allow?.join('\n') ?? '' }
  const { document, documentUrl = '', serverUrl = '', operations } = integration
  return {
    ...service,
    document: document ? JSON.stringify(document, null, 2) : '',
    documentUrl,
    serverUrl,
    chosen: operations?.join('\n') ?? '',
  }
}

/** Returns undefined if the text is not a JSON object. */
export function parseJsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(text)
    return read instanceof Object && !Array.isArray(read) ? (read as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

export function toIntegrationBody(form: IntegrationForm): Schema<'IntegrationBody'> {
  const { kind, name, description, url, method, parameters, document, documentUrl, serverUrl } = form
  if (kind === 'http') {
    const authHeader = toSecretBody(form.secret)
    return {
      description,
      endpoint: { url, method },
      ...(name && { name }),
      ...(parameters.trim() && { parameters: parseJsonObject(parameters) ?? {} }),
      ...(authHeader !== undefined && { authHeader }),
    }
  }
  const common = { name: name || form.id, ...(description && { description }), auth: toAuthBody(form) }
  const names = form.chosen.split('\n').flatMap((line) => line.trim() || [])
  if (kind === 'mcp') return { kind, ...common, url, ...(names.length > 0 && { allow: names }) }
  return {
    kind,
    ...common,
    ...(documentUrl ? { documentUrl } : { document: parseJsonObject(document) ?? {} }),
    ...(serverUrl && { serverUrl }),
    ...(names.length > 0 && { operations: names }),
  }
}

function toAuthBody({ authType, header, secret }: IntegrationForm) {
  if (authType === 'none') return null
  const value = toSecretBody(secret)
  return { type: authType, ...(authType === 'header' && { header }), ...(value !== undefined && { secret: value }) }
}

export const toFormField = (field: string): string => {
  if (field.startsWith('parameters')) return 'parameters'
  if (field.startsWith('document.') || field.startsWith('document[')) return 'document'
  if (field.startsWith('allow') || field.startsWith('operations')) return 'chosen'
  if (field === 'authHeader') return 'secret'
  return field.replace(/^(?:endpoint|auth)\./, '')
}
