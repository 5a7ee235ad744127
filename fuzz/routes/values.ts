import type { Random } from '../random.ts'
import { createReference, findPoolName, type IdPool } from './id-references.ts'
import { type FuzzSchema, type OpenApi, resolveReference } from './openapi.ts'

export type ValueContext = {
  random: Random
  document: OpenApi
  pool: IdPool
  /** The share of strings, numbers, and lists at their limit, or one beyond. */
  edgeProbability: number
}

const maxDepth = 8

/**
 * Generates a value that fits the schema, except for rules that the schema does not state and values beyond a limit.
 */
export function generateValue(schema: FuzzSchema, context: ValueContext, name = '', depth = 0): unknown {
  const { random, document } = context
  const resolved = resolveReference(schema, document)
  const { examples = [], enum: choices } = resolved
  if (examples.length > 0 && random.nextBoolean(0.5))
    return withReferences(structuredClone(random.pick(examples)), context, name)
  if (resolved.const !== undefined) return resolved.const
  if (choices) return random.pick(choices)
  const alternatives = resolved.anyOf ?? resolved.oneOf
  if (alternatives) return generateValue(random.pick(alternatives), context, name, depth)
  if (resolved.allOf)
    return Object.assign({}, ...resolved.allOf.map((part) => generateValue(part, context, name, depth)))
  return generateByType(resolved, context, name, depth)
}

function generateByType(schema: FuzzSchema, context: ValueContext, name: string, depth: number): unknown {
  const { random } = context
  const [type = random.pick(['string', 'number', 'boolean', 'object'])] = [schema.type].flat()
  if (type === 'string') return generateText(schema, context, name)
  if (type === 'integer' || type === 'number') return generateNumber(schema, context, type)
  if (type === 'boolean') return random.nextBoolean(0.5)
  if (type === 'null') return null
  return type === 'array' ? generateList(schema, context, name, depth) : generateObject(schema, context, depth)
}

function generateObject(
  { properties = {}, required = [], additionalProperties }: FuzzSchema,
  context: ValueContext,
  depth: number,
) {
  const { random } = context
  const optionalProbability = depth > maxDepth ? 0 : 0.6
  const chosenProperties = Object.entries(properties).filter(
    ([key]) => required.includes(key) || random.nextBoolean(optionalProbability),
  )
  const namedEntries = chosenProperties.map(
    ([key, schema]) => [key, generateValue(schema, context, key, depth + 1)] as const,
  )
  const extraSchema = typeof additionalProperties === 'object' && depth <= maxDepth ? additionalProperties : undefined
  const extraEntries = extraSchema ? Array.from({ length: random.nextInt(3) }, (_, index) => [`key${index}`, generateValue(extraSchema, context, '', depth + 1)] as const) : [] // biome-ignore format: one line
  return Object.fromEntries([...namedEntries, ...extraEntries])
}

function generateList(
  { items = {}, minItems = 0, maxItems }: FuzzSchema,
  context: ValueContext,
  name: string,
  depth: number,
): unknown[] {
  const { random, edgeProbability } = context
  const usualLength = depth > maxDepth ? minItems : minItems + random.nextInt(3)
  const isEdge = maxItems !== undefined && maxItems <= 1_000 && random.nextBoolean(edgeProbability / 4)
  const length = isEdge ? maxItems + random.nextInt(2) : Math.min(usualLength, maxItems ?? usualLength)
  return Array.from({ length }, () => generateValue(items, context, name, depth + 1))
}

function generateNumber(
  { minimum = -10, maximum }: FuzzSchema,
  { random, edgeProbability }: ValueContext,
  type: string,
): number {
  const min = Math.max(minimum, -(2 ** 53))
  const max = Math.min(maximum ?? min + 100, 2 ** 53)
  if (random.nextBoolean(edgeProbability)) return random.pick([min, max, min - 1, max + 1])
  const value = min + random.next() * (max - min)
  return type === 'integer' ? Math.round(value) : value
}

function generateText(schema: FuzzSchema, context: ValueContext, name: string): string {
  const { random, pool, edgeProbability } = context
  const { minLength = 0, maxLength = 200, pattern, format } = schema
  if (random.nextBoolean(edgeProbability) && maxLength <= 20_000)
    return 'x'.repeat(random.pick([minLength, maxLength, maxLength + 1]))
  const poolName = findPoolName(name, pool)
  if (poolName && random.nextBoolean(0.9)) return createReference(poolName, random.nextInt(16))
  const matchingTexts =
    pattern === undefined ? [] : patternExamples.filter((text) => new RegExp(pattern, 'u').test(text))
  if (matchingTexts.length > 0) return random.pick(matchingTexts)
  return (formats[format ?? ''] ?? createTextGenerator(name))(random).slice(0, maxLength)
}

const zones = ['Europe/Berlin', 'America/New_York', 'UTC', 'Asia/Kolkata']
const formats: Record<string, (random: Random) => string> = {
  'date-time': (random) => new Date(1.9e12 + random.nextInt(1e9)).toISOString(),
  date: () => '2030-01-31',
  email: (random) => `person-${random.nextInt(1_000)}@example.com`,
  uri: (random) => `https://example.com/${random.nextInt(100)}`,
}

/** Returns a generator of text that suits a field of that name. */
function createTextGenerator(name: string): (random: Random) => string {
  if (/email/i.test(name)) return formats.email as (random: Random) => string
  if (/phone|address/i.test(name)) return (random) => `+1202555${String(random.nextInt(10_000)).padStart(4, '0')}`
  if (/zone/i.test(name)) return (random) => random.pick(zones)
  if (/url$/i.test(name)) return formats.uri as (random: Random) => string
  if (/^(from|to|start|end|since|until)|At$|Utc$/i.test(name)) return formats['date-time'] as (random: Random) => string
  if (/^(id|key|name)$/i.test(name)) return (random) => `${random.pick(sampleWords)}-${random.nextInt(1_000)}`
  return (random) => Array.from({ length: 1 + random.nextInt(4) }, () => random.pick(sampleWords)).join(' ')
}

const sampleWords = ['boat', 'harbour', 'spring', 'Hello', 'plan', 'über', '漁船', '⛵', 'day', 'ten']

/** One string for each pattern in the reference. */
const patternExamples = [
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
    const poolName = findPoolName(name, pool)
    return poolName && random.nextBoolean(0.8) ? createReference(poolName, random.nextInt(16)) : value
  }
  if (Array.isArray(value)) return value.map((item) => withReferences(item, context, name))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, item]) => [key, withReferences(item, context, key)] as const)
  return Object.fromEntries(entries)
}
