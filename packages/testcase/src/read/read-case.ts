import { type Finding, fieldErrorOptions } from '@parley/findings'
import { CaseDocument } from '../document.ts'
import { createErrorFinding, getChild, isJsonObject, type JsonNode, toJsonPointer } from '../json-node.ts'
import { limitFindings } from '../limit-findings.ts'
import { findSchemaFaults } from './schema.ts'
import { findStructureFaults } from './structure.ts'

const maxDepth = 64

/** A list or object on the current path, and the position of the walk within it. */
type Level = { keys: readonly PropertyKey[]; values: readonly unknown[]; at: number }

/**
 * Finds valid JSON that cannot be stored: NUL, half a surrogate pair, numbers beyond a double, the key `__proto__`,
 * nesting that would exhaust the stack. Request bodies were already checked; a model's output was not. Walks without
 * recursion, and keeps only the current path in memory.
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

/** Returns the path of the value that the walk just visited. */
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
  if (name) return { keyword: 'propertyNames', message: `has an invalid name: it ${name}` }
  if (depth > maxDepth) return { keyword: 'depth', message: `is nested more than ${maxDepth} levels deep` }
  if (typeof value === 'number' && !Number.isFinite(value)) return { keyword: 'maximum', message: 'is too large' }
  const text = typeof value === 'string' ? describeMalformedText(value) : undefined
  return text ? { keyword: 'format', message: text } : undefined
}

function describeMalformedText(text: string): string | undefined {
  if (text.includes('\u0000')) return 'must not contain a NUL character'
  return text.isWellFormed() ? undefined : 'must not contain an unpaired surrogate'
}

/** Size as JSON. Integration responses are arbitrary, and are stored with every case and every result. */
const maxStubsSize = 256 * 2 ** 10

/**
 * Size as JSON, in UTF-16 units. The schema's limits on texts and lists add up to 0.6 million characters, which take
 * two units each in some scripts, and the stubs come on top. The rest is for the maps and lists of checks: full ones
 * would take 16 million.
 */
const maxDocumentSize = 1.5 * 2 ** 20

/** The document must not be too deep to serialize. */
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

/** One more than any list or map of a document may have: the schema then rejects a truncated one as too long. */
const maxEntries = 101
const maxKeys = 501
const maps = ['customFields', 'formData', 'inputs', 'personFields', 'stubs', 'toolsCalled']

/**
 * Truncates a hostile document, so that it costs no more than reading it: the schema sees just enough to report the
 * errors.
 */
function boundDocument(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, maxEntries).map(boundDocument)
  if (!isJsonObject(value)) return value
  return changed(value, Object.keys(value), (key, inside) =>
    maps.includes(key) ? boundedMap(inside) : boundDocument(inside),
  )
}

/** Leaves the values of a map unchanged: a stub may return anything. */
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
 * Validates a document of unknown origin. Reports all errors together, including the linter's findings, even if the
 * schema fails. Returns the document if there are no errors.
 *
 * Accepts `origin` as sent, so that a case that was read can be written back. When storing a case, keep the stored
 * origin: only the platform sets it.
 */
export function readCase(body: unknown, lint: LintCase = () => []): CaseReadResult {
  const whole = withoutDropped(body)
  const unsound = findMalformedValues(whole)
  // A document that is too deep to walk is not checked any further.
  if (unsound.some(({ code }) => code === 'case.schema.depth')) return { findings: limitFindings(unsound) }
  const sent = boundDocument(whole)
  const parsed = CaseDocument.safeParse(sent, fieldErrorOptions)
  const findings = limitFindings([
    ...findStructureFaults({ value: sent, path: '' }),
    ...unsound,
    ...sizeFindings({ value: sent, path: '' }),
    ...(parsed.success ? [] : findSchemaFaults(parsed.error.issues)),
    // A linter makes no assumptions, so it can check a document that has other errors.
    ...(isJsonObject(sent) ? lint((parsed.data ?? sent) as CaseDocument) : []),
  ])
  if (!parsed.success || findings.some(({ severity }) => severity === 'error')) return { findings }
  return { document: parsed.data, findings }
}

/** Accepts and drops read-only and legacy fields. */
function withoutDropped(body: unknown): unknown {
  if (!isJsonObject(body)) return body
  const { id, suiteId, lint, createdAt, updatedAt, ...document } = body
  const { expect } = document
  if (!isJsonObject(expect) || !isJsonObject(expect.judge)) return document
  const { dimensions, model, ...judge } = expect.judge
  return { ...document, expect: { ...expect, judge } }
}
