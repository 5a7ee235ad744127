import type { ToolBinding } from '@parley/definition'
import type { FieldError } from '@parley/findings'
import type { ErrorObject } from 'ajv'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { CatalogTool } from '../../catalogs/index.ts'

/** Tool binding config: it follows the tool's configSchema; `writeOnly` fields are secrets and stored separately. */

type Schema = { properties?: Record<string, Record<string, unknown>>; required?: string[]; [keyword: string]: unknown }
export type ToolConfig = Record<string, unknown>

const ajv = new Ajv2020({ allErrors: true, strict: false })
addFormats.default(ajv)

export function secretFields({ configSchema }: CatalogTool): string[] {
  const { properties = {} } = (configSchema ?? {}) as Schema
  return Object.keys(properties).filter((field) => properties[field]?.writeOnly === true)
}

/** Validates the values sent. A field that is still missing is not an error here; the status reports it. */
export function findConfigErrors(tool: CatalogTool, config: ToolConfig): FieldError[] {
  const check = validatorOf(tool)
  if (!check) return Object.keys(config).map((key) => ({ field: `config.${key}`, message: 'is not a known field' }))
  return check(config) ? [] : (check.errors ?? []).map((error) => toFieldError(error, 'config'))
}

/** Open fields stay on the binding; secrets go to the secret store. */
export function splitConfig(tool: CatalogTool, config: ToolConfig): { open: ToolConfig; secret: ToolConfig } {
  const secrets = new Set(secretFields(tool))
  const { open = [], secret = [] } = Object.groupBy(Object.entries(config), ([key]) =>
    secrets.has(key) ? 'secret' : 'open',
  )
  return { open: Object.fromEntries(open), secret: Object.fromEntries(secret) }
}

export function missingConfigFields(
  tool: CatalogTool,
  { config }: ToolBinding,
  isSet: (field: string) => boolean,
): string[] {
  const { required = [] } = (tool.configSchema ?? {}) as Schema
  return required.filter((field) => config[field] === undefined && !isSet(field))
}

/** Validates the arguments of a call, each error with its path below `with`. */
export function findArgumentErrors(tool: CatalogTool, given: Record<string, unknown>): FieldError[] {
  const check = argumentValidators.get(tool) ?? ajv.compile(tool.parameters)
  argumentValidators.set(tool, check)
  return check(given) ? [] : (check.errors ?? []).map((error) => toFieldError(error, 'with'))
}

const argumentValidators = new WeakMap<CatalogTool, ValidateFunction>()
const validators = new WeakMap<CatalogTool, ValidateFunction>()

/** Compiles the schema without `required`. */
function validatorOf(tool: CatalogTool): ValidateFunction | undefined {
  if (!tool.configSchema) return undefined
  let check = validators.get(tool)
  if (!check) {
    const { required: _, ...schema } = tool.configSchema as Schema
    check = ajv.compile(schema)
    validators.set(tool, check)
  }
  return check
}

function toFieldError(
  { instancePath, keyword, params, message = 'is not valid' }: ErrorObject,
  root: 'config' | 'with',
): FieldError {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((segment) =>
      /^\d+$/.test(segment) ? `[${segment}]` : `.${segment.replaceAll('~1', '/').replaceAll('~0', '~')}`,
    )
    .join('')
  if (keyword === 'additionalProperties') {
    return { field: `${root}${path}.${params.additionalProperty}`, message: 'is not a known field' }
  }
  if (keyword === 'required') return { field: `${root}${path}.${params.missingProperty}`, message: 'is required' }
  if (keyword === 'enum')
    return { field: `${root}${path}`, message: `must be one of ${params.allowedValues.join(', ')}` }
  return { field: `${root}${path}`, message }
}

/** Returns why a user-supplied JSON Schema cannot be used; undefined when it can. Does not run its patterns. */
export function findSchemaError(schema: object): string | undefined {
  try {
    if (ajv.validateSchema(schema)) return undefined
  } catch {
    return 'must be a JSON Schema of draft 2020-12'
  }
  const [first] = ajv.errors ?? []
  return `must be a JSON Schema: ${first?.instancePath || 'the schema'} ${first?.message}`
}
