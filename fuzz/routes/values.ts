import type { Random } from '../random.ts'
import { createReference, findPoolName, type IdPool } from './id-references.ts'
import { type FuzzSchema, type OpenApi, resolveReference } from './openapi.ts'

export type ValueContext = {
  random: Random
  document: OpenApi
  pool: IdPool
  /** The share of strings, numbers, and lists at their limit, or one beyond. */
  edges: number
}

const deepest = 8

/**
 * Generates a value that fits the schema, except for rules that the schema does not state and values beyond a limit.
 */
export function generateValue(schema: FuzzSchema, context: ValueContext, name = '', depth = 0): unknown {
  const { random, document } = context
  const known = resolveReference(schema, document)
  const { examples = [], enum: choices } = known
  if (examples.length > 0 && random.chance(0.5))
    return withReferences(structuredClone(random.pick(examples)), context, name)
  if (known.const !== undefined) return known.const
  if (choices) return random.pick(choices)
  const forms = known.anyOf ?? known.oneOf
  if (forms) return generateValue(random.pick(forms), context, name, depth)
  if (known.allOf) return Object.assign({}, ...known.allOf.map((part) => generateValue(part, context, name, depth)))
  return plainValue(known, context, name, depth)
}

function plainValue(schema: FuzzSchema, context: ValueContext, name: string, depth: number): unknown {
  const { random } = context
  const [type = random.pick(['string', 'number', 'boolean', 'object'])] = [schema.type].flat()
  if (type === 'string') return textOf(schema, context, name)
  if (type === 'integer' || type === 'number') return numberOf(schema, context, type)
  if (type === 'boolean') return random.chance(0.5)
  if (type === 'null') return null
  return type === 'array' ? listOf(schema, context, name, depth) : objectOf(schema, context, depth)
}

function objectOf(
  { properties = {}, required = [], additionalProperties }: FuzzSchema,
  context: ValueContext,
  depth: number,
) {
  const { random } = context
  const shy = depth > deepest ? 0 : 0.6
  const named = Object.entries(properties).filter(([key]) => required.includes(key) || random.chance(shy))
  const made = named.map(([key, schema]) => [key, generateValue(schema, context, key, depth + 1)] as const)
  const more = typeof additionalProperties === 'object' && depth <= deepest ? additionalProperties : undefined
  const free = more ? Array.from({ length: random.below(3) }, (_, at) => [`key${at}`, generateValue(more, context, '', depth + 1)] as const) : [] // biome-ignore format: one line
  return Object.fromEntries([...made, ...free])
}

function listOf(
  { items = {}, minItems = 0, maxItems }: FuzzSchema,
  context: ValueContext,
  name: string,
  depth: number,
): unknown[] {
  const { random, edges } = context
  const usual = depth > deepest ? minItems : minItems + random.below(3)
  const isEdge = maxItems !== undefined && maxItems <= 1_000 && random.chance(edges / 4)
  const length = isEdge ? maxItems + random.below(2) : Math.min(usual, maxItems ?? usual)
  return Array.from({ length }, () => generateValue(items, context, name, depth + 1))
}

function numberOf({ minimum = -10, maximum }: FuzzSchema, { random, edges }: ValueContext, type: string): number {
  const least = Math.max(minimum, -(2 ** 53))
  const most = Math.min(maximum ?? least + 100, 2 ** 53)
  if (random.chance(edges)) return random.pick([least, most, least - 1, most + 1])
  const drawn = least + random.next() * (most - least)
  return type === 'integer' ? Math.round(drawn) : drawn
}

function textOf(schema: FuzzSchema, context: ValueContext, name: string): string {
  const { random, pool, edges } = context
  const { minLength = 0, maxLength = 200, pattern, format } = schema
  if (random.chance(edges) && maxLength <= 20_000) return 'x'.repeat(random.pick([minLength, maxLength, maxLength + 1]))
  const named = findPoolName(name, pool)
  if (named && random.chance(0.9)) return createReference(named, random.below(16))
  const fitting = pattern === undefined ? [] : shapely.filter((text) => new RegExp(pattern, 'u').test(text))
  if (fitting.length > 0) return random.pick(fitting)
  return (formats[format ?? ''] ?? wordsOf(name))(random).slice(0, maxLength)
}

const zones = ['Europe/Berlin', 'America/New_York', 'UTC', 'Asia/Kolkata']
const formats: Record<string, (random: Random) => string> = {
  'date-time': (random) => new Date(1.9e12 + random.below(1e9)).toISOString(),
  date: () => '2030-01-31',
  email: (random) => `person-${random.below(1_000)}@example.com`,
  uri: (random) => `https://example.com/${random.below(100)}`,
}

/** Returns a generator of text that suits a field of that name. */
function wordsOf(name: string): (random: Random) => string {
  if (/email/i.test(name)) return formats.email as (random: Random) => string
  if (/phone|address/i.test(name)) return (random) => `+1202555${String(random.below(10_000)).padStart(4, '0')}`
  if (/zone/i.test(name)) return (random) => random.pick(zones)
  if (/url$/i.test(name)) return formats.uri as (random: Random) => string
  if (/^(from|to|start|end|since|until)|At$|Utc$/i.test(name)) return formats['date-time'] as (random: Random) => string
  if (/^(id|key|name)$/i.test(name)) return (random) => `${random.pick(words)}-${random.below(1_000)}`
  return (random) => Array.from({ length: 1 + random.below(4) }, () => random.pick(words)).join(' ')
}

const words = ['boat', 'harbour', 'spring', 'Hello', 'plan', 'über', '漁船', '⛵', 'day', 'ten']

/** One string for each pattern in the reference. */
const shapely = [
  ...['spring', 'new-people', 'plan', 'firstName', '09:00', '17:30', '1.0.0', '#1A2B3C', '#1a2b3c', 'person.created'],
  ...[
    '2030-01-31',
    '2030-01-31T09:00:00.000Z',
    '2030-01-31T09:00:00+01:00',
    'person.customFields.plan',
    '+12025550143',
  ],
  ...['@svc/tool.slack-webhook', '@svc/tool.sendgrid-mail', '@svc/skill.booking', '@svc/playbook.book-appointment'],
  ...['@svc/personality.gracious-host', '@svc/objective.qualify-leads', '@svc/guardrail.pricing', '@svc/agent.gym'],
]

/** Replaces the ids of an example by existing ones. */
function withReferences(value: unknown, context: ValueContext, name: string): unknown {
  const { pool, random } = context
  if (typeof value === 'string') {
    const named = findPoolName(name, pool)
    return named && random.chance(0.8) ? createReference(named, random.below(16)) : value
  }
  if (Array.isArray(value)) return value.map((each) => withReferences(each, context, name))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, each]) => [key, withReferences(each, context, key)] as const)
  return Object.fromEntries(entries)
}
