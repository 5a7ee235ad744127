import { z } from 'zod'

export type Json = Record<string, unknown>
export type Schemas = Record<string, Json>

/** Requests, those of PATCH, or responses. */
export type SchemaUse = 'input' | 'patch' | 'output'

/** A named schema becomes a component once and is referenced from then on. */
export function toOpenApiSchema(schema: z.ZodType, use: SchemaUse, schemas: Schemas): Json {
  const io = use === 'output' ? 'output' : 'input'
  const made = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: improveSchema }) as Json & {
    $defs?: Schemas
    id?: string
  }
  const { $schema: _, $defs = {}, id, ...own } = made
  const named: Schemas = { ...$defs, ...(id !== undefined && { [id]: own }) }
  const nameOf = use === 'patch' ? createPatchNames(named) : (name: string) => name
  const tidy = (one: Json) => tidySchema(one, use, nameOf)
  for (const [name, inner] of Object.entries(named)) schemas[nameOf(name)] ??= tidy(inner)
  return id === undefined ? tidy(own) : { $ref: `#/components/schemas/${nameOf(id)}` }
}

/**
 * A client must not fill in the default of a field that a PATCH leaves out, so a schema with defaults, its own or those
 * of a schema in it, has a second component without them.
 */
function createPatchNames(named: Schemas): (name: string) => string {
  const withDefaults = new Set(Object.keys(named).filter((name) => hasDefault(named[name])))
  for (let size = -1; size !== withDefaults.size; ) {
    size = withDefaults.size
    for (const [name, schema] of Object.entries(named)) {
      if (referencesOf(schema).some((referenced) => withDefaults.has(referenced))) withDefaults.add(name)
    }
  }
  return (name) => (withDefaults.has(name) && !name.endsWith('Patch') ? `${name.replace(/Body$/, '')}Patch` : name)
}

const referencesOf = (schema: unknown): string[] =>
  [...JSON.stringify(schema).matchAll(/"#\/\$defs\/([^"]+)"/g)].map(([, name = '']) => name)

function hasDefault(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  if (isSchemaWithDefault(schema)) return true
  return Object.entries(schema).some(([key, value]) => key !== 'examples' && hasDefault(value))
}

/** A property that is called `default` has a schema; the keyword has a value, next to a type. */
const isSchemaWithDefault = (schema: object): boolean =>
  'default' in schema && ['type', 'anyOf', 'oneOf', 'enum', 'const', '$ref', 'allOf'].some((key) => key in schema)

type Override = { zodSchema: z.core.$ZodType; jsonSchema: Json }

function improveSchema({ zodSchema, jsonSchema }: Override): void {
  copyExamples({ zodSchema, jsonSchema })
  separateEnumTypes(jsonSchema)
  nameEnumKeys(jsonSchema)
  allowOverlaps(jsonSchema)
}

/**
 * Our examples show the input; zod drops them from a body with a transform, because they could be examples of the
 * output.
 */
function copyExamples({ zodSchema, jsonSchema }: Override): void {
  const { id, examples } = z.globalRegistry.get(zodSchema) ?? {}
  if (id !== undefined && examples) jsonSchema.examples ??= examples
}

/** Generated enums would have the key `true` twice for `[true, "true"]`. */
function separateEnumTypes(schema: Json): void {
  if (!Array.isArray(schema.enum)) return
  const byType = Map.groupBy(schema.enum as unknown[], (value) => (value === null ? 'null' : typeof value))
  if (byType.size < 2) return
  delete schema.enum
  delete schema.type
  schema.anyOf = [...byType].map(([type, values]) => (type === 'null' ? { type } : { type, enum: values }))
}

/** Generated enums take their keys from letters and digits: `-createdAt` needs another name than `createdAt`. */
function nameEnumKeys(schema: Json): void {
  if (!Array.isArray(schema.enum)) return
  const values = schema.enum.map(String)
  const keys = new Set(values.map((value) => value.replace(/\W/g, '').toLowerCase()))
  if (keys.size < values.length)
    schema['x-enum-varnames'] = values.map((value) => (value.startsWith('-') ? `${value.slice(1)}Descending` : value))
}

type Branch = Json & { properties?: Record<string, Json>; required?: string[] }

/** `oneOf` means exactly one; without a discriminator that is required everywhere, a value may fit several branches. */
function allowOverlaps(schema: Json): void {
  if (!Array.isArray(schema.oneOf)) return
  const branches = schema.oneOf as Branch[]
  const discriminator = Object.keys(branches[0]?.properties ?? {}).find((name) =>
    branches.every(({ properties }) => 'const' in (properties?.[name] ?? {})),
  )
  if (discriminator === undefined || branches.every(({ required }) => required?.includes(discriminator))) return
  schema.anyOf = schema.oneOf
  delete schema.oneOf
}

/** Responses may gain fields later, so clients must not be told to reject unknown ones. */
function tidySchema(schema: Json, use: SchemaUse, nameOf: (name: string) => string): Json {
  const text = JSON.stringify(schema, (key, value) => {
    if (use === 'output' && key === 'additionalProperties' && value === false) return undefined
    if (use === 'patch' && isRecord(value) && isSchemaWithDefault(value)) return { ...value, default: undefined }
    return value
  })
  return JSON.parse(text.replace(/"#\/\$defs\/([^"]+)"/g, (_, name) => `"#/components/schemas/${nameOf(name)}"`))
}

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
