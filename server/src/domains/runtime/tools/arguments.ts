import { parsePattern } from '@parley/definition'
import type { ErrorObject, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** Arguments of a tool against its JSON Schema, which a model, a flow or an operator wrote. */

type ArgumentSchema = Record<string, unknown>
type GivenArguments = Record<string, unknown>
export type ValidatedArguments = { ok: true; given: GivenArguments } | { ok: false; why: string }

const maxCharacters = 20_000
const maxFaults = 3

export function validateArguments(schema: ArgumentSchema, given: unknown): ValidatedArguments {
  if (!isObject(given)) return { ok: false, why: 'The arguments must be an object.' }
  if (JSON.stringify(given).length > maxCharacters) return { ok: false, why: 'The arguments are too long.' }
  const meant = coerceArguments(schema, given)
  const check = getValidator(schema)
  charactersLeft = maxMatchedCharacters
  if (check === 'unusable' || isValid(check, meant)) return { ok: true, given: meant }
  const faults = (check.errors ?? []).slice(0, maxFaults).map(describeFault)
  return { ok: false, why: `The arguments do not fit: ${faults.join('; ')}.` }
}

/** A schema that is about nothing but itself is never through with anything: it says nothing. */
function isValid(check: ValidateFunction, given: GivenArguments): boolean {
  try {
    return check(given)
  } catch {
    return true
  }
}

/** Flows fill in texts, and models write null for what they leave out. */
function coerceArguments({ properties, required }: ArgumentSchema, given: GivenArguments): GivenArguments {
  const schemas = isObject(properties) ? properties : {}
  const needed = Array.isArray(required) ? required : []
  const kept = Object.entries(given).filter(([key, value]) => value !== null || needed.includes(key))
  return Object.fromEntries(kept.map(([key, value]) => [key, coerceValue(schemas[key], value)]))
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

/** Compiled once for as long as the schema lives; one that cannot be compiled checks nothing. */
function getValidator(schema: ArgumentSchema): ValidateFunction | 'unusable' {
  let check = validators.get(schema)
  if (!check) {
    check = compileSchema(schema)
    validators.set(schema, check)
  }
  return check
}

function compileSchema(schema: ArgumentSchema): ValidateFunction | 'unusable' {
  // One for each schema: the ids of two that operators wrote may be the same.
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

/** More places than anybody describes arguments with. */
const maxNodes = 5000
const maxDepth = 200

/** Whether a schema, unfolded, stays small: references can double what is to be checked with every line. */
function isWithinBounds(root: ArgumentSchema): boolean {
  let left = maxNodes
  const within: unknown[] = []
  const fits = (value: unknown): boolean => {
    // What leads back to itself is read as far as the arguments go, and those are short.
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

/** How much text all patterns of one check may read together: a schema can have hundreds, and each takes its time. */
const maxMatchedCharacters = 20_000
let charactersLeft = 0

/** Patterns that operators wrote run in linear time; one that cannot, or comes too late, is passed by every text. */
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
    return `${[path, params.additionalProperty].filter(Boolean).join('.')} is not known`
  if (keyword === 'enum') return `${path} must be one of ${(params.allowedValues as unknown[]).slice(0, 20).join(', ')}`
  return `${path} ${message}`.trim()
}

function isObject(value: unknown): value is GivenArguments {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
