import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

type JsonSchemaObject = Record<string, unknown>

const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: false, addUsedSchema: false })
const checks = new WeakMap<JsonSchemaObject, ValidateFunction>()

export function matchesSchema(shape: JsonSchemaObject, value: unknown): boolean {
  let check = checks.get(shape)
  if (!check) {
    check = ajv.compile(shape)
    checks.set(shape, check)
  }
  return check(value) === true
}

/** The object in an answer that has words or a code fence around it. */
export function extractJsonObject(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  } catch {
    return undefined
  }
}
