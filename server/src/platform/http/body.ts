import { type FieldError, fieldPath, type PathSegment } from '@parley/findings'
import { invalid, problem } from './problem.ts'

const deepest = 64

/** Whatever its bytes, a body of more values than this is no request but a load. */
const usualValues = 1_000_000

/** Reads a JSON body, whatever came: unreadable is 400, and what PostgreSQL could not keep as it is, is 422. */
export function readJson(
  raw: Buffer | undefined,
  contentType: string | undefined,
  mostValues: number = usualValues,
): unknown {
  if (raw === undefined || raw.length === 0) return {}
  if (!isJson(contentType)) {
    throw problem('request.malformed', 400, { detail: 'The content type must be application/json' })
  }
  if (marksIn(raw, mostValues) > mostValues) throw tooManyValues()
  const value = parse(raw)
  refuseUnstorable(value, mostValues)
  return value
}

/** The wide limit of a route that takes files is seldom meant for JSON, which costs more to read. */
const usualJsonBytes = 2 * 1024 * 1024

/** `instead` says what to send when there is more. */
export function refuseLongJson(bytes: number, mostBytes = usualJsonBytes, instead?: string): void {
  if (bytes <= mostBytes) return
  const bound = `A JSON body may have at most ${mostBytes / 2 ** 20} MB`
  throw problem('request.too_large', 413, { detail: instead ? `${bound}: ${instead}` : bound })
}

/** Whatever it was read from: what PostgreSQL could not keep as it is, is 422. */
export function refuseUnstorable(value: unknown, mostValues: number = usualValues): void {
  const errors = unstorable(value, mostValues)
  if (errors.length > 0) throw invalid(errors)
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\s*(?:;\s*charset="?utf-8"?\s*)?$/i.test(contentType ?? '')
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function parse(raw: Buffer): unknown {
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

const [comma, list, object, quote, backslash] = [...',[{"\\'].map((mark) => mark.charCodeAt(0))

/**
 * How many values the text can have at the most: each begins the body, or stands behind one of these marks. Parsing what
 * has too many of them would take seconds; counting takes as long as looking at the bytes, and stops at the bound.
 */
function marksIn(raw: Buffer, most: number): number {
  if (raw.length <= most) return 0
  let marks = 0
  let quoted = false
  for (let at = 0; at < raw.length && marks <= most; at++) {
    const byte = raw[at]
    if (byte === quote) quoted = !quoted
    else if (quoted) at += byte === backslash ? 1 : 0
    else if (byte === comma || byte === list || byte === object) marks++
  }
  return marks
}

const tooManyValues = () => problem('request.too_large', 413, { detail: 'The body holds too many values' })

const mostFaults = 20

/** A list or object on the way down: its entries, and how far the walk has come in it. */
type Level = { keys?: string[]; values: unknown[]; at: number }

/**
 * What is readable JSON and still cannot be kept: NUL and lone surrogates (PostgreSQL has no place for them), numbers
 * beyond what a double holds, the key `__proto__`, and nesting that would exhaust a stack. Walks without recursion, and
 * holds nothing but the way to where it is.
 */
function unstorable(root: unknown, mostValues: number): FieldError[] {
  const errors: FieldError[] = []
  const scalar = scalarTrouble(root)
  if (scalar) return [{ field: 'body', message: scalar }]
  const way: Level[] = isContainer(root) ? [levelOf(root)] : []
  let seen = 0
  for (let level = way.at(-1); level && errors.length < mostFaults; level = way.at(-1)) {
    if (level.at === level.values.length) {
      way.pop()
      continue
    }
    if (++seen > mostValues) throw tooManyValues()
    const value = level.values[level.at]
    const key = level.keys?.[level.at]
    level.at += 1
    const message = (key !== undefined && keyTrouble(key)) || scalarTrouble(value)
    if (message) errors.push({ field: pathOf(way), message })
    else if (isContainer(value)) way.push(levelOf(value))
    if (way.length > deepest) {
      throw problem('request.malformed', 400, { detail: `The body is nested more than ${deepest} levels deep` })
    }
  }
  return errors
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

function levelOf(value: object): Level {
  if (Array.isArray(value)) return { values: value, at: 0 }
  return { keys: Object.keys(value), values: Object.values(value), at: 0 }
}

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
