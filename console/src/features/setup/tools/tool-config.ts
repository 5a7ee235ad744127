import type { Schema } from '@parley/sdk'

/** One field of a tool's configuration, from its JSON Schema. */
export type ToolConfigField = {
  key: string
  label: string
  help?: string
  required: boolean
  secret: boolean
  kind: 'text' | 'url' | 'email' | 'number' | 'boolean' | 'choice'
  options: string[]
}

type Property = {
  type?: string
  title?: string
  description?: string
  format?: string
  enum?: unknown[]
  writeOnly?: boolean
}

export function toolConfigFieldsOf(tool: Pick<Schema<'Tool'>, 'configSchema'>): ToolConfigField[] {
  const { properties = {}, required = [] } = (tool.configSchema ?? {}) as {
    properties?: Record<string, Property>
    required?: string[]
  }
  return Object.entries(properties).map(([key, property]) => ({
    key,
    label: property.title ?? key,
    ...(property.description && { help: property.description }),
    required: required.includes(key),
    secret: property.writeOnly === true,
    kind: kindOf(property),
    options: (property.enum ?? []).map(String),
  }))
}

function kindOf({ type, format, enum: options }: Property): ToolConfigField['kind'] {
  if (options) return 'choice'
  if (type === 'boolean') return 'boolean'
  if (type === 'number' || type === 'integer') return 'number'
  if (format === 'uri' || format === 'url') return 'url'
  return format === 'email' ? 'email' : 'text'
}

export type ToolConfigForm = Record<string, string | number | boolean>

export function toToolConfigForm(
  fields: readonly ToolConfigField[],
  config: Record<string, unknown> = {},
): ToolConfigForm {
  return Object.fromEntries(
    fields.map(({ key, kind }) => {
      const value = config[key]
      if (kind === 'boolean') return [key, value === true]
      return [key, typeof value === 'string' || typeof value === 'number' ? value : '']
    }),
  )
}

/** Omits empty fields; an omitted secret stays as it is. */
export function toToolConfigBody(fields: readonly ToolConfigField[], form: ToolConfigForm): Record<string, unknown> {
  return Object.fromEntries(fields.flatMap(({ key }) => (form[key] === '' ? [] : [[key, form[key]]])))
}
