import { setImmediate as nextTurn } from 'node:timers/promises'
import { type FieldError, fieldPath, type PathSegment, runSteps, type Steps } from '@parley/findings'
import { inTurns } from '../thread/in-turns.ts'
import { createJsonScan, deepestNesting, type JsonScan } from './json-scan.ts'
import { invalid, problem } from './problem.ts'

/** An object of more keys is a table of its own: the parser takes as long for it as for megabytes of text. */
const mostKeys = 10_000

const usualJsonBytes = 2 * 1024 * 1024

/** How many values a body of so many bytes may hold: whatever its bytes, more of them are no request but a load. */
export const valuesFor = (bytes: number = usualJsonBytes): number => Math.ceil(bytes / 32)

/** Reads a JSON body, whatever came: unreadable is 400, and what PostgreSQL could not keep as it is, is 422. */
export function readJson(
  raw: Buffer | undefined,
  contentType: string | undefined,
  mostValues: number = valuesFor(),
): unknown {
  if (raw === undefined || raw.length === 0) return {}
  refuseOtherTypes(contentType)
  refuseManyValues(raw, mostValues)
  const value = parseJson(raw)
  refuseUnstorable(value, mostValues)
  return value
}

/** Above this, one step after the other would hold up everybody else for too long. */
const quickBytes = 128 * 1024
const scannedBytes = 2 * 1024 * 1024

/** The same for a body of any size: other requests have their turn between the steps. */
export async function readJsonInTurns(
  raw: Buffer | undefined,
  contentType: string | undefined,
  mostValues: number = valuesFor(),
): Promise<unknown> {
  if (raw === undefined || raw.length <= quickBytes) return readJson(raw, contentType, mostValues)
  refuseOtherTypes(contentType)
  const scan = createJsonScan(mostValues)
  for (let at = 0; at < raw.length; await nextTurn()) {
    at = scan.read(raw, at, Math.min(at + scannedBytes, raw.length))
    refuseCounted(scan, mostValues)
  }
  const value = parseJson(raw)
  await nextTurn()
  const errors = await inTurns(unstorableInSteps(value, mostValues))
  if (errors.length > 0) throw invalid(errors)
  await nextTurn()
  return value
}

/** Anything but JSON. */
export function refuseOtherTypes(contentType: string | undefined): void {
  if (isJson(contentType)) return
  throw problem('request.malformed', 400, { detail: 'The content type must be application/json' })
}

/** The wide limit of a route that takes files is seldom meant for JSON, which costs more to read. `instead` says what to send when there is more. */
export function refuseLongJson(bytes: number, mostBytes = usualJsonBytes, instead?: string): void {
  if (bytes <= mostBytes) return
  const bound = `A JSON body may have at most ${mostBytes / 2 ** 20} MB`
  throw problem('request.too_large', 413, { detail: instead ? `${bound}: ${instead}` : bound })
}

/** Whatever it was read from: what PostgreSQL could not keep as it is, is 422. */
export function refuseUnstorable(value: unknown, mostValues: number = valuesFor()): void {
  const errors = unstorable(value, mostValues)
  if (errors.length > 0) throw invalid(errors)
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\s*(?:;\s*charset="?utf-8"?\s*)?$/i.test(contentType ?? '')
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

export function parseJson(raw: Buffer): unknown {
  let text: string
  try {
    text = utf8.decode(raw)
  } catch {
    throw problem('request.malformed', 400, { detail: 'The body is not valid UTF-8' })
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw problem('request.malformed', 400, { detail: `The body is not valid JSON${placeOf(error as Error)}` })
  }
}

/** The parser's message quotes the body, which may hold a secret; only the place is told. */
function placeOf({ message }: Error): string {
  const [, position] = /at position (\d+)/.exec(message) ?? []
  return position === undefined ? '' : ` at position ${position}`
}

/**
 * Parsing a text of too many values or keys would take seconds; counting them takes as long as looking at the bytes, and
 * stops at the bound.
 */
function refuseManyValues(raw: Buffer, mostValues: number): void {
  if (raw.length <= Math.min(mostValues, mostKeys)) return
  const scan = createJsonScan(mostValues)
  scan.read(raw, 0, raw.length)
  refuseCounted(scan, mostValues)
}

function refuseCounted(scan: JsonScan, mostValues: number): void {
  if (scan.nesting > deepestNesting) throw tooDeep()
  if (scan.values > mostValues) throw tooManyValues()
  if (scan.mostKeys <= mostKeys) return
  const detail = `An object in the body has more than ${mostKeys.toLocaleString('en')} keys`
  throw problem('request.too_large', 413, { detail })
}

const tooDeep = () =>
  problem('request.malformed', 400, { detail: `The body is nested more than ${deepestNesting} levels deep` })

export const tooManyValues = () => problem('request.too_large', 413, { detail: 'The body holds too many values' })

const mostFaults = 20

/** A list or object on the way down: its entries, and how far the walk has come in it. */
type Level = { keys?: string[]; values: unknown[]; at: number }

/**
 * What is readable JSON and still cannot be kept: NUL and lone surrogates (PostgreSQL has no place for them), numbers
 * beyond what a double holds, the key `__proto__`, and nesting that would exhaust a stack. Walks without recursion, and
 * holds nothing but the way to where it is.
 */
export function unstorable(root: unknown, mostValues: number, place = ''): FieldError[] {
  return runSteps(unstorableInSteps(root, mostValues, place))
}

const valuesPerStep = 10_000

function* unstorableInSteps(root: unknown, mostValues: number, place = ''): Steps<FieldError[]> {
  const errors: FieldError[] = []
  const scalar = scalarTrouble(root)
  if (scalar) return [{ field: place || 'body', message: scalar }]
  const way: Level[] = isContainer(root) ? [levelOf(root)] : []
  let seen = 0
  for (let level = way.at(-1); level && errors.length < mostFaults; level = way.at(-1)) {
    if (level.at === level.values.length) {
      way.pop()
      continue
    }
    if (++seen > mostValues) throw tooManyValues()
    if (seen % valuesPerStep === 0) yield
    const value = level.values[level.at]
    const key = level.keys?.[level.at]
    level.at += 1
    const message = (key !== undefined && keyTrouble(key)) || scalarTrouble(value)
    if (message) errors.push({ field: joined(place, pathOf(way)), message })
    else if (isContainer(value)) way.push(levelOf(value))
    if (way.length > deepestNesting) throw tooDeep()
  }
  return errors
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

function levelOf(value: object): Level {
  if (Array.isArray(value)) return { values: value, at: 0 }
  return { keys: Object.keys(value), values: Object.values(value), at: 0 }
}

const joined = (place: string, path: string): string =>
  place === '' || path.startsWith('[') ? place + path : `${place}.${path}`

/** The place that the walk has just looked at. */
function pathOf(way: readonly Level[]): string {
  const segments = way.map(({ keys, at }): PathSegment => (keys ? printable(keys[at - 1] ?? '') : at - 1))
  return fieldPath(segments)
}

/** Why a text cannot be stored, or undefined when it can. */
export function textTrouble(value: string): string | undefined {
  if (value.includes('\u0000')) return 'must not contain a NUL character'
  return value.isWellFormed() ? undefined : 'must not contain half of a surrogate pair'
}

function scalarTrouble(value: unknown): string | undefined {
  if (typeof value === 'string') return textTrouble(value)
  return typeof value === 'number' && !Number.isFinite(value) ? 'is too large a number' : undefined
}

function keyTrouble(key: string): string | undefined {
  return key === '__proto__' ? 'is not a known field' : textTrouble(key)
}

function printable(key: string): string {
  return key.replaceAll('\u0000', '�').toWellFormed()
}
