import type { Schema } from '@parley/sdk'

/** The "Try it" form of a tool, made from the JSON Schema of its parameters. */

type JsonSchema = {
  type?: string
  title?: string
  description?: string
  format?: string
  enum?: unknown[]
  maxLength?: number
  required?: string[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
}

export type ParameterField = {
  /** The path of the parameter, as the API's errors write it below `with`. */
  key: string
  path: readonly string[]
  label: string
  help?: string
  required: boolean
  kind:
    | 'text'
    | 'longText'
    | 'email'
    | 'number'
    | 'boolean'
    | 'choice'
    | 'choices'
    | 'list'
    | 'date'
    | 'dateTime'
    | 'json'
  options: string[]
}

const maxDepth = 4
/** A longer text gets a field of several lines. */
const maxLineLength = 500

/** Returns a field for each parameter. Parameters of nested objects have fields of their own. */
export function listParameterFields({ parameters }: Pick<Schema<'Tool'>, 'parameters'>): ParameterField[] {
  return listFieldsBelow(parameters as JsonSchema, [], true)
}

function listFieldsBelow(schema: JsonSchema, path: readonly string[], required: boolean): ParameterField[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const here = [...path, name]
    const isRequired = required && (schema.required ?? []).includes(name)
    const isNested = Object.keys(property.properties ?? {}).length > 0 && here.length < maxDepth
    return isNested ? listFieldsBelow(property, here, isRequired) : [toField(property, here, isRequired)]
  })
}

function toField(schema: JsonSchema, path: readonly string[], required: boolean): ParameterField {
  const options = schema.enum ?? (schema.type === 'array' ? schema.items?.enum : undefined) ?? []
  return {
    key: path.join('.'),
    path,
    label: schema.title ?? path.join(' › '),
    ...(schema.description && { help: schema.description }),
    required,
    kind: kindOf(schema),
    options: options.map(String),
  }
}

function kindOf({ type, format, maxLength = 0, enum: options, items }: JsonSchema): ParameterField['kind'] {
  if (options?.every((option) => typeof option === 'string')) return 'choice'
  if (type === 'boolean') return 'boolean'
  if (type === 'number' || type === 'integer') return 'number'
  if (type === 'array' && items?.type === 'string') return items.enum ? 'choices' : 'list'
  if (type !== 'string') return 'json'
  if (format === 'date') return 'date'
  if (format === 'date-time') return 'dateTime'
  if (format === 'email') return 'email'
  return maxLength > maxLineLength ? 'longText' : 'text'
}

/** One text per field, as it is typed; lists have one entry per line. */
export type ParameterForm = Readonly<Record<string, string>>
export type ParameterProblem = 'number' | 'json' | 'dateTime'

/** Returns the parameters, without empty fields; or what is wrong with which field. */
export function readParameterForm(
  fields: readonly ParameterField[],
  form: ParameterForm,
): { given: Record<string, unknown> } | { problems: Record<string, ParameterProblem> } {
  const given: Record<string, unknown> = {}
  const problems: Record<string, ParameterProblem> = {}
  for (const field of fields) {
    const text = form[field.key] ?? ''
    if (text.trim() === '') continue
    const value = readField(field, text)
    if (value === undefined) problems[field.key] = field.kind as ParameterProblem
    else setAt(given, field.path, value)
  }
  return Object.keys(problems).length > 0 ? { problems } : { given }
}

/** Undefined if the text is not a value of the field. */
function readField({ kind }: ParameterField, text: string): unknown {
  if (kind === 'boolean') return text === 'true'
  if (kind === 'number') return Number.isFinite(Number(text)) ? Number(text) : undefined
  if (kind === 'choices' || kind === 'list') return text.split('\n').filter((line) => line.trim() !== '')
  if (kind === 'json') return parseJsonText(text)
  return kind === 'dateTime' ? addLocalOffset(text) : text
}

export function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `2030-05-14T09:30` of the browser's time zone as `2030-05-14T09:30:00+02:00`. */
function addLocalOffset(text: string): string | undefined {
  const date = new Date(text)
  if (Number.isNaN(date.getTime())) return undefined
  const minutes = -date.getTimezoneOffset()
  const pad = (number: number) => String(number).padStart(2, '0')
  const offset = `${minutes < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(minutes) / 60))}:${pad(Math.abs(minutes) % 60)}`
  return `${text.length === 'yyyy-mm-ddThh:mm'.length ? `${text}:00` : text}${offset}`
}

function setAt(target: Record<string, unknown>, [first = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    target[first] = value
    return
  }
  const inner = Object.hasOwn(target, first) ? (target[first] as Record<string, unknown>) : {}
  target[first] = inner
  setAt(inner, rest, value)
}

/** Returns the field that shows an error of the API, such as `with.start.dateTime` or `with.tags[0]`. */
export function findErrorKey(fields: readonly ParameterField[], errorField: string): string | undefined {
  const path = errorField.replace(/^with\.?/, '')
  const matches = fields.filter(({ key }) => path === key || path.startsWith(`${key}.`) || path.startsWith(`${key}[`))
  return matches.at(-1)?.key ?? fields.find(({ key }) => key.startsWith(`${path}.`))?.key
}
