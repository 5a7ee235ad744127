import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type FieldError,
  formatFieldPath,
  type IncrementalTask,
  type PathSegment,
  runToCompletion,
} from '@parley/findings'
import { runYielding } from '../concurrency/concurrency.ts'
import { invalidRequest, problem } from './problem.ts'

const [comma, list, endOfList, object, endOfObject, colon, quote, backslash] = [...',[]{}:"\\'].map((mark) =>
  mark.charCodeAt(0),
)

/** Deeper nesting would exhaust the stack. */
const maxNesting = 64

type JsonScan = {
  /** An upper bound of the values so far: each begins the text, or follows a comma or an opening bracket. */
  values: number
  /** The largest number of keys in one object so far. */
  maxKeys: number
  nesting: number
  /**
   * Reads from `start` to `end` and returns where to continue; stops once the limit of values or of nesting is
   * exceeded.
   */
  read(raw: Buffer, start: number, end: number): number
}

/** Counts the contents of a JSON text without parsing it: a few nanoseconds per byte, and no allocation. */
function createJsonScan(maxValues: number): JsonScan {
  const keys = new Uint32Array(maxNesting + 2)
  let depth = 0
  let quoted = false
  const level = () => Math.min(Math.max(depth, 0), maxNesting + 1)

  function count(byte: number | undefined): void {
    if (byte === comma) scan.values++
    else if (byte === colon) scan.maxKeys = Math.max(scan.maxKeys, ++keys[level()]!)
    else if (byte === object || byte === list) {
      scan.values++
      scan.nesting = Math.max(scan.nesting, ++depth)
      keys[level()] = 0
    } else if (byte === endOfObject || byte === endOfList) depth--
  }

  const scan: JsonScan = {
    values: 0,
    maxKeys: 0,
    nesting: 0,
    read(raw, start, end) {
      let at = start
      for (; at < end && scan.values <= maxValues && scan.nesting <= maxNesting; at++) {
        const byte = raw[at]
        if (byte === quote) quoted = !quoted
        else if (quoted) at += byte === backslash ? 1 : 0
        else if (byte !== undefined && byte < 0x7e && byte > 0x2b) count(byte)
      }
      return at
    },
  }
  return scan
}

/** An object with more keys takes the parser as long as megabytes of text. */
const maxKeysPerObject = 10_000

const defaultJsonBytes = 2 * 1024 * 1024

/** The number of values allowed in a body of this size: a body with more is an attack, not a request. */
export const maxValuesFor = (bytes: number = defaultJsonBytes): number => Math.ceil(bytes / 32)

/** Reads any JSON body: unreadable is 400, and a value PostgreSQL cannot store unchanged is 422. */
export function readJson(
  raw: Buffer | undefined,
  contentType: string | undefined,
  maxValues: number = maxValuesFor(),
): unknown {
  if (raw === undefined || raw.length === 0) return {}
  assertJsonContentType(contentType)
  assertValueCount(raw, maxValues)
  const value = parseJson(raw)
  assertStorable(value, maxValues)
  return value
}

/** Above this size, reading in one step would block other requests for too long. */
const maxSyncBytes = 128 * 1024
const scannedBytes = 2 * 1024 * 1024

/** Like `readJson`, for a body of any size: yields to other requests between the steps. */
export async function readJsonYielding(
  raw: Buffer | undefined,
  contentType: string | undefined,
  maxValues: number = maxValuesFor(),
): Promise<unknown> {
  if (raw === undefined || raw.length <= maxSyncBytes) return readJson(raw, contentType, maxValues)
  assertJsonContentType(contentType)
  const scan = createJsonScan(maxValues)
  for (let at = 0; at < raw.length; await nextTurn()) {
    at = scan.read(raw, at, Math.min(at + scannedBytes, raw.length))
    assertScanWithinLimits(scan, maxValues)
  }
  const value = parseJson(raw)
  await nextTurn()
  const errors = await runYielding(findUnstorableInSteps(value, maxValues))
  if (errors.length > 0) throw invalidRequest(errors)
  await nextTurn()
  return value
}

export function assertJsonContentType(contentType: string | undefined): void {
  if (isJson(contentType)) return
  throw problem('request.malformed', 400, { detail: 'The content type must be application/json' })
}

/**
 * The high limit of a file upload route is seldom meant for JSON, which costs more to read. `instead` tells the caller
 * what to send when there is more.
 */
export function assertJsonLength(bytes: number, maxBytes = defaultJsonBytes, instead?: string): void {
  if (bytes <= maxBytes) return
  const bound = `A JSON body has at most ${maxBytes / 2 ** 20} MB`
  throw problem('request.too_large', 413, { detail: instead ? `${bound}: ${instead}` : bound })
}

/** Rejects a value that PostgreSQL cannot store unchanged with 422, whatever format it was read from. */
export function assertStorable(value: unknown, maxValues: number = maxValuesFor()): void {
  const errors = findUnstorableValues(value, maxValues)
  if (errors.length > 0) throw invalidRequest(errors)
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
    throw problem('request.malformed', 400, { detail: `The body is not valid JSON${errorPositionOf(error as Error)}` })
  }
}

/** The parser's message quotes the body, which may contain a secret; returns only the position. */
function errorPositionOf({ message }: Error): string {
  const [, position] = /at position (\d+)/.exec(message) ?? []
  return position === undefined ? '' : ` at position ${position}`
}

/**
 * Parsing a text with too many values or keys would take seconds; counting them takes one pass over the bytes, and
 * stops at the limit.
 */
function assertValueCount(raw: Buffer, maxValues: number): void {
  if (raw.length <= Math.min(maxValues, maxKeysPerObject)) return
  const scan = createJsonScan(maxValues)
  scan.read(raw, 0, raw.length)
  assertScanWithinLimits(scan, maxValues)
}

function assertScanWithinLimits(scan: JsonScan, maxValues: number): void {
  if (scan.nesting > maxNesting) throw tooDeepProblem()
  if (scan.values > maxValues) throw createTooManyValuesProblem()
  if (scan.maxKeys <= maxKeysPerObject) return
  const detail = `An object in the body has more than ${maxKeysPerObject.toLocaleString('en')} keys`
  throw problem('request.too_large', 413, { detail })
}

const tooDeepProblem = () =>
  problem('request.malformed', 400, { detail: `The body is nested more than ${maxNesting} levels deep` })

export const createTooManyValuesProblem = () =>
  problem('request.too_large', 413, { detail: 'The body has too many values' })

const maxFieldProblems = 20

/** A list or object on the current path: its entries, and the position of the walk in it. */
type WalkLevel = { keys?: string[]; values: unknown[]; at: number }

/**
 * Finds values that are valid JSON but cannot be stored: NUL and lone surrogates (PostgreSQL rejects them), numbers
 * beyond a double, the key `__proto__`, and nesting that would exhaust the stack. Walks without recursion, and
 * allocates nothing but the current path.
 */
export function findUnstorableValues(root: unknown, maxValues: number, place = ''): FieldError[] {
  return runToCompletion(findUnstorableInSteps(root, maxValues, place))
}

const valuesPerStep = 10_000

function* findUnstorableInSteps(root: unknown, maxValues: number, place = ''): IncrementalTask<FieldError[]> {
  const errors: FieldError[] = []
  const scalar = findScalarProblem(root)
  if (scalar) return [{ field: place || 'body', message: scalar }]
  const way: WalkLevel[] = isContainer(root) ? [enterLevel(root)] : []
  let seen = 0
  for (let level = way.at(-1); level && errors.length < maxFieldProblems; level = way.at(-1)) {
    if (level.at === level.values.length) {
      way.pop()
      continue
    }
    if (++seen > maxValues) throw createTooManyValuesProblem()
    if (seen % valuesPerStep === 0) yield
    const value = level.values[level.at]
    const key = level.keys?.[level.at]
    level.at += 1
    const message = (key !== undefined && findKeyProblem(key)) || findScalarProblem(value)
    if (message) errors.push({ field: joinPath(place, pathOf(way)), message })
    else if (isContainer(value)) way.push(enterLevel(value))
    if (way.length > maxNesting) throw tooDeepProblem()
  }
  return errors
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

function enterLevel(value: object): WalkLevel {
  if (Array.isArray(value)) return { values: value, at: 0 }
  return { keys: Object.keys(value), values: Object.values(value), at: 0 }
}

const joinPath = (place: string, path: string): string =>
  place === '' || path.startsWith('[') ? place + path : `${place}.${path}`

/** Returns the path of the value that the walk just visited. */
function pathOf(way: readonly WalkLevel[]): string {
  const segments = way.map(({ keys, at }): PathSegment => (keys ? escapeUnprintable(keys[at - 1] ?? '') : at - 1))
  return formatFieldPath(segments)
}

/** Returns why a text cannot be stored, or undefined if it can. */
export function findTextProblem(value: string): string | undefined {
  if (value.includes('\u0000')) return 'must not contain a NUL character'
  return value.isWellFormed() ? undefined : 'must not contain an unpaired surrogate'
}

function findScalarProblem(value: unknown): string | undefined {
  if (typeof value === 'string') return findTextProblem(value)
  return typeof value === 'number' && !Number.isFinite(value) ? 'is too large a number' : undefined
}

function findKeyProblem(key: string): string | undefined {
  return key === '__proto__' ? 'is not a known field' : findTextProblem(key)
}

function escapeUnprintable(key: string): string {
  return key.replaceAll('\u0000', '�').toWellFormed()
}
