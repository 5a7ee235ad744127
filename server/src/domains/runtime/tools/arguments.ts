import { parsePattern } from '@parley/definition'
import type { ErrorObject, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** Validates tool arguments from a model, a flow, or an operator against the tool's JSON Schema. */

type ArgumentSchema = Record<string, unknown>
type GivenArguments = Record<string, unknown>
export type ValidatedArguments = { ok: true; given: GivenArguments } | { ok: false; reason: string }

const maxCharacters = 20_000
const maxFaults = 3

export function validateArguments(schema: ArgumentSchema, given: unknown): ValidatedArguments {
  if (!isObject(given)) return { ok: false, reason: 'The arguments must be an object.' }
  if (JSON.stringify(given).length > maxCharacters) return { ok: false, reason: 'The arguments are too long.' }
  const meant = coerceArguments(schema, given)
  const check = getValidator(schema)
  charactersLeft = maxMatchedCharacters
  if (check === 'unusable' || isValid(check, meant)) return { ok: true, given: meant }
  const faults = (check.errors ?? []).slice(0, maxFaults).map(describeFault)
  return { ok: false, reason: `The arguments are not valid: ${faults.join('; ')}.` }
}

/** A schema that only refers to itself never terminates, so it is treated as no constraint. */
function isValid(check: ValidateFunction, given: GivenArguments): boolean {
  try {
    return check(given)
  } catch {
    return true
  }
}

/** Flows provide strings, and models write null for omitted arguments. */
function coerceArguments({ properties, required }: ArgumentSchema, given: GivenArguments): GivenArguments {
  const schemas = isObject(properties) ? properties : {}
  const needed = Array.isArray(required) ? required : []
  const entries = Object.entries(given).filter(([key, value]) => value !== null || needed.includes(key))
  return Object.fromEntries(entries.map(([key, value]) => [key, coerceValue(schemas[key], value)]))
}

const numeric = /^-?\d{1,15}(?:\.\d{1,15})?$/

function coerceValue(schema: unknown, value: unknown): unknown {
  const type = isObject(schema) ? schema.type : undefined
  if (typeof value !== 'string') return value
  if ((type === 'number' || type === 'integer') && numeric.test(value.trim())) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

const validators = new WeakMap<ArgumentSchema, ValidateFunction | 'unusable'>()

/** Compiled once per schema object; a schema that cannot be compiled validates nothing. */
function getValidator(schema: ArgumentSchema): ValidateFunction | 'unusable' {
  let check = validators.get(schema)
  if (!check) {
    check = compileSchema(schema)
    validators.set(schema, check)
  }
  return check
}

function compileSchema(schema: ArgumentSchema): ValidateFunction | 'unusable' {
  // One instance per schema, because two schemas of operators may have the same `$id`.
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    validateSchema: false,
    validateFormats: true,
    logger: false,
    code: { regExp: linearRegExp },
  })
  addFormats.default(ajv)
  try {
    if (!isWithinBounds(schema)) return 'unusable'
    const { $async: _, ...plain } = schema
    return ajv.compile(plain)
  } catch {
    return 'unusable'
  }
}

/** Far more than real argument schemas have. */
const maxNodes = 5000
const maxDepth = 200

/** Whether an expanded schema stays small: chained references can double the work with every line. */
function isWithinBounds(root: ArgumentSchema): boolean {
  let left = maxNodes
  const within: unknown[] = []
  const fits = (value: unknown): boolean => {
    // A recursive reference is followed only as deep as the arguments go, and those are short.
    if (typeof value !== 'object' || value === null || within.includes(value)) return true
    left -= 1
    if (left < 0 || within.length > maxDepth || typeof (value as ArgumentSchema).$dynamicRef === 'string') return false
    const { $ref } = value as ArgumentSchema
    within.push(value)
    const isFitting =
      (typeof $ref !== 'string' || fits(resolveReference(root, $ref))) && Object.values(value).every(fits)
    within.pop()
    return isFitting
  }
  return fits(root)
}

function resolveReference(root: ArgumentSchema, reference: string): unknown {
  if (reference === '#') return root
  const steps = reference.startsWith('#/') ? decodeURI(reference).slice(2).split('/') : []
  const names = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  return names.reduce(
    (at: unknown, name) => (isObject(at) || Array.isArray(at) ? (at as ArgumentSchema)[name] : undefined),
    root,
  )
}

/**
 * Budget of characters for all patterns of one validation: a schema may have hundreds of patterns, each with a cost.
 */
const maxMatchedCharacters = 20_000
let charactersLeft = 0

/** Runs operators' patterns in linear time. A pattern that is not linear, or exceeds the budget, accepts everything. */
function linearRegExp(source: string) {
  const pattern = parsePattern(`/${source}/u`)
  const test = (text: string): boolean => {
    charactersLeft -= text.length
    return !pattern.ok || charactersLeft < 0 || pattern.test(text)
  }
  return { test }
}
linearRegExp.code = 'linearRegExp'

function describeFault({ instancePath, keyword, params, message = 'is not valid' }: ErrorObject): string {
  const path = instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')
  if (keyword === 'additionalProperties')
    return `${[path, params.additionalProperty].filter(Boolean).join('.')} is not a known argument`
  if (keyword === 'enum') return `${path} must be one of ${(params.allowedValues as unknown[]).slice(0, 20).join(', ')}`
  return `${path} ${message}`.trim()
}

function isObject(value: unknown): value is GivenArguments {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
