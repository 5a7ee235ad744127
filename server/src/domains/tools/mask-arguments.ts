import type { AgentKey } from '../../platform/http/route.ts'
import type { ToolsDeps } from './deps.ts'
import { limitDepth } from './limit-json.ts'
import { createMask, type Mask, maskJson } from './mask.ts'

/** Parameters of a call as records show them: without the values of secret fields, and without stored secrets. */

export type MaskedArguments = {
  shown: unknown
  /** What was masked; responses and recorded requests must not show it either. */
  secrets: string[]
}

export type StoredSecrets = ReadonlyMap<string, string>

type Schema = Record<string, unknown>

const replacement = '***'

/** All secrets of the agent by name: read once per call, to mask them and to authenticate it. */
export async function openStoredSecrets(
  agent: AgentKey,
  { db, secrets }: Pick<ToolsDeps, 'db' | 'secrets'>,
): Promise<StoredSecrets> {
  const { names } = await secrets.states(db, agent)
  return names.length === 0 ? new Map() : secrets.openAll(db, agent, names)
}

/** Drops what is deeper than 50 levels. */
export function maskArguments(args: unknown, parameters: Schema, stored: Iterable<string>): MaskedArguments {
  const given = limitDepth(args)
  const fields: string[] = []
  const withoutFields = hideFields(given, [parameters], fields)
  const written = JSON.stringify(given) ?? ''
  const contained = [...stored].filter(
    (secret) => secret !== '' && written.includes(JSON.stringify(secret).slice(1, -1)),
  )
  const mask: Mask = createMask([...contained, ...fields])
  const whole = new Set(contained)
  // A short secret is masked only where it is the whole value: it would also match parts of ordinary words.
  const shown = maskJson(withoutFields, (text) => (whole.has(text) ? replacement : mask(text)))
  return { shown, secrets: [...contained, ...fields] }
}

/** Replaces the values of secret fields, wherever one of the schemas that apply to a value declares them. */
function hideFields(value: unknown, schemas: readonly Schema[], found: string[]): unknown {
  if (typeof value !== 'object' || value === null) return value
  const all = schemas.flatMap((schema) => listApplicable(schema, 0))
  if (Array.isArray(value)) {
    const items = all.flatMap(({ items: schema }) => (isSchema(schema) ? [schema] : []))
    return value.map((entry) => hideFields(entry, items, found))
  }
  const hide = ([name, entry]: [string, unknown]): [string, unknown] => {
    const declared = all.flatMap((schema) => findProperty(schema, name))
    if (entry === null || !(hasSecretName(name) || declared.some(isSecretSchema)))
      return [name, hideFields(entry, declared, found)]
    collectTexts(entry, found)
    return [name, replacement]
  }
  return Object.fromEntries(Object.entries(value).map(hide))
}

/** The schema and those that it combines. */
function listApplicable(schema: Schema, depth: number): Schema[] {
  if (depth > 5) return []
  const combined = ['allOf', 'oneOf', 'anyOf'].flatMap((key) => {
    const list = schema[key]
    return Array.isArray(list) ? list.filter(isSchema) : []
  })
  return [schema, ...combined.flatMap((one) => listApplicable(one, depth + 1))]
}

function findProperty({ properties, additionalProperties }: Schema, name: string): Schema[] {
  const own = isSchema(properties) && Object.hasOwn(properties, name) ? properties[name] : additionalProperties
  return isSchema(own) ? [own] : []
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isSecretSchema = (schema: Schema): boolean =>
  listApplicable(schema, 0).some(({ format, writeOnly }) => format === 'password' || writeOnly === true)

/** Names that services give to secrets without declaring them. */
const secretName =
  /^(?:password|passwd|passphrase|secret|clientsecret|apikey|accesstoken|refreshtoken|bearertoken|authtoken|authorization|privatekey)$/

const hasSecretName = (name: string): boolean => secretName.test(name.toLowerCase().replace(/[-_ ]/g, ''))

function collectTexts(value: unknown, found: string[]): void {
  if (typeof value === 'string' || typeof value === 'number') found.push(String(value))
  else if (typeof value === 'object' && value !== null)
    for (const entry of Object.values(value)) collectTexts(entry, found)
}
