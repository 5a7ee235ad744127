import type { Schema } from '@parley/sdk'
import { type SecretForm, toSecretBody, toSecretForm } from '../notifications/notifications-form.ts'

type Integration = Schema<'Integration'>
export const integrationMethods = ['POST', 'PUT', 'PATCH'] as const

export type IntegrationForm = {
  id: string
  name: string
  description: string
  url: string
  method: (typeof integrationMethods)[number]
  /** A JSON Schema, as text. */
  parameters: string
  authHeader: SecretForm
}

export const blankIntegration: IntegrationForm = {
  id: '',
  name: '',
  description: '',
  url: '',
  method: 'POST',
  parameters: '{\n  "type": "object",\n  "properties": {}\n}',
  authHeader: toSecretForm({ set: false }),
}

export const toIntegrationForm = ({
  id,
  name = '',
  description,
  endpoint,
  parameters,
  auth,
}: Integration): IntegrationForm => ({
  id,
  name,
  description,
  url: endpoint.url,
  method: endpoint.method ?? 'POST',
  parameters: parameters ? JSON.stringify(parameters, null, 2) : '',
  authHeader: toSecretForm(auth),
})

/** Undefined where the text is no JSON object. */
export function parseParameters(text: string): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(text)
    return read instanceof Object && !Array.isArray(read) ? (read as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

export function toIntegrationBody({
  name,
  description,
  url,
  method,
  parameters,
  authHeader,
}: IntegrationForm): Schema<'IntegrationBody'> {
  const auth = toSecretBody(authHeader)
  return {
    description,
    endpoint: { url, method },
    ...(name && { name }),
    ...(parameters.trim() && { parameters: parseParameters(parameters) ?? {} }),
    ...(auth !== undefined && { authHeader: auth }),
  }
}

/** Where the fields of a refusal stand in the form. */
export const integrationField = (field: string): string =>
  field.startsWith('parameters') ? 'parameters' : field.replace(/^endpoint\./, '')
