import type { Finding } from '@parley/findings'
import { CaseDocument } from '../document.ts'
import { createErrorFinding, getChild, isJsonObject, type JsonNode, toJsonPointer } from '../json-node.ts'
import { limitFindings } from '../limit-findings.ts'
import { schemaFindings } from './schema.ts'
import { structureFindings } from './structure.ts'

const maxDepth = 64

/** A list or object on the way down, and how far the walk has come in it. */
type Level = { keys: readonly PropertyKey[]; values: readonly unknown[]; at: number }

/**
 * What is JSON and could not be kept: NUL, half a surrogate pair, numbers beyond a double, the key `__proto__`, nesting
 * that would exhaust a stack. Bodies of requests have been through this; what a model wrote has not. Walks without
 * recursion, and holds nothing but the way to where it is.
 */
function findMalformedValues(root: unknown): Finding[] {
  const findings: Finding[] = []
  const way: Level[] = [{ keys: [''], values: [root], at: 0 }]
  for (let level = way.at(-1); level; level = way.at(-1)) {
    if (level.at === level.values.length) {
      way.pop()
      continue
    }
    const [key, value] = [level.keys[level.at] ?? level.at, level.values[level.at]]
    level.at += 1
    const found = describeMalformed(key, value, way.length)
    if (found) findings.push(createErrorFinding({ path: pathOf(way) }, `case.schema.${found.keyword}`, found.message))
    else if (typeof value === 'object' && value !== null) way.push(levelOf(value))
  }
  return findings
}

function levelOf(value: object): Level {
  if (Array.isArray(value)) return { keys: [], values: value, at: 0 }
  return { keys: Object.keys(value), values: Object.values(value), at: 0 }
}

/** The place that the walk has just looked at. */
function pathOf(way: readonly Level[]): string {
  return toJsonPointer(way.slice(1).map(({ keys, at }) => keys[at - 1] ?? at - 1))
}

function describeMalformed(
  key: PropertyKey,
  value: unknown,
  depth: number,
): { keyword: string; message: string } | undefined {
  if (key === '__proto__') return { keyword: 'additionalProperties', message: 'is not a known field' }
  const name = typeof key === 'string' ? describeMalformedText(key) : undefined
  if (name) return { keyword: 'propertyNames', message: `has a name that cannot be: it ${name}` }
  if (depth > maxDepth) return { keyword: 'depth', message: `is nested more than ${maxDepth} levels deep` }
  if (typeof value === 'number' && !Number.isFinite(value)) return { keyword: 'maximum', message: 'is too large' }
  const text = typeof value === 'string' ? describeMalformedText(value) : undefined
  return text ? { keyword: 'format', message: text } : undefined
}

function describeMalformedText(text: string): string | undefined {
  if (text.includes('\u0000')) return 'must not contain a NUL character'
  return text.isWellFormed() ? undefined : 'must not contain half of a surrogate pair'
}

/** As JSON. What integrations answer is whatever somebody wants, and is kept with every case and every result. */
const maxStubsSize = 256 * 2 ** 10

/**
 * As JSON, counted as a text's `length`. Together the bounds that document 2 gives texts and lists come to 0.6 million
 * characters, which take two places each in some scripts, and there are the stubs; what is left is for the maps and
 * lists of checks, which it gives no bounds: all of them full would be 16 million.
 */
const maxDocumentSize = 1.5 * 2 ** 20

/** Of a document that is not too deep to be written. */
function sizeFindings(document: JsonNode): Finding[] {
  const stubs = getChild(document, 'scenario', 'stubs')
  const findings = [tooLarge(stubs, maxStubsSize), tooLarge(document, maxDocumentSize)]
  return findings.flatMap((finding) => finding ?? [])
}

function tooLarge(place: JsonNode, most: number): Finding | undefined {
  const length = JSON.stringify(place.value)?.length ?? 0
  if (length <= most) return undefined
  return createErrorFinding(
    place,
    'case.schema.maxLength',
    `must have at most ${most} characters as JSON; it has ${length}`,
  )
}

/** One more than any list or map of a document may have: what is cut here is refused as too many. */
const maxEntries = 101
const maxKeys = 501
const maps = ['customFields', 'formData', 'inputs', 'personFields', 'stubs', 'toolsCalled']

/** A hostile document costs no more than its own reading: the schema sees as much of it as tells what is wrong. */
function boundDocument(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, maxEntries).map(boundDocument)
  if (!isJsonObject(value)) return value
  return changed(value, Object.keys(value), (key, inside) =>
    maps.includes(key) ? boundedMap(inside) : boundDocument(inside),
  )
}

/** What stands in a map is left as it is: a stub may answer anything. */
function boundedMap(map: unknown): unknown {
  return isJsonObject(map) ? changed(map, Object.keys(map).slice(0, maxKeys), (_, inside) => inside) : map
}

function changed(
  fields: Readonly<Record<string, unknown>>,
  keys: readonly string[],
  change: (key: string, inside: unknown) => unknown,
): object {
  return Object.fromEntries(keys.map((key) => [key, change(key, fields[key])]))
}

export type CaseReadResult = { document?: CaseDocument; findings: Finding[] }
export type LintCase = (document: CaseDocument) => Finding[]

/**
 * Reads a document of unknown origin. All that is wrong with it is told together: with a linter, what the agent has to
 * say as well, whatever the schema says. The document is there when nothing is an error.
 *
 * `origin` is taken as it is sent, so that a case that was read can be written back. Whoever stores cases keeps the one
 * that they have: it is the platform that sets it.
 */
export function readCase(body: unknown, lint: LintCase = () => []): CaseReadResult {
  const whole = withoutDropped(body)
  const unsound = findMalformedValues(whole)
  // What is too deep to be walked through is not looked at any further.
  if (unsound.some(({ code }) => code === 'case.schema.depth')) return { findings: limitFindings(unsound) }
  const sent = boundDocument(whole)
  const parsed = CaseDocument.safeParse(sent, { reportInput: true })
  const findings = limitFindings([
    ...structureFindings({ value: sent, path: '' }),
    ...unsound,
    ...sizeFindings({ value: sent, path: '' }),
    ...(parsed.success ? [] : schemaFindings(parsed.error.issues)),
    // A linter takes nothing for granted, so that it can tell of a document that is faulty elsewhere.
    ...(isJsonObject(sent) ? lint((parsed.data ?? sent) as CaseDocument) : []),
  ])
  if (!parsed.success || findings.some(({ severity }) => severity === 'error')) return { findings }
  return { document: parsed.data, findings }
}

/** Read-only and legacy fields are taken and dropped (document 4, section 8, Tests). */
function withoutDropped(body: unknown): unknown {
  if (!isJsonObject(body)) return body
  const { id, suiteId, lint, createdAt, updatedAt, ...document } = body
  const { expect } = document
  if (!isJsonObject(expect) || !isJsonObject(expect.judge)) return document
  const { dimensions, model, ...judge } = expect.judge
  return { ...document, expect: { ...expect, judge } }
}
