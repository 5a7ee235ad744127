import { type FieldError, fieldPath, type PathSegment } from '@parley/findings'
import { invalid, problem } from './problem.ts'

const deepest = 64

/** Reads a JSON body, whatever came: unreadable is 400, and what PostgreSQL could not keep as it is, is 422. */
export function readJson(raw: Buffer | undefined, contentType: string | undefined): unknown {
  if (raw === undefined || raw.length === 0) return {}
  if (!isJson(contentType)) {
    throw problem('request.malformed', 400, { detail: 'The content type must be application/json' })
  }
  const value = parse(raw)
  refuseUnstorable(value)
  return value
}

/** Whatever it was read from: what PostgreSQL could not keep as it is, is 422. */
export function refuseUnstorable(value: unknown): void {
  const errors = unstorable(value)
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

/**
 * What is readable JSON and still cannot be kept: NUL and lone surrogates (PostgreSQL has no place for them), numbers
 * beyond what a double holds, the key `__proto__`, and nesting that would exhaust a stack. Walks without recursion.
 */
function unstorable(root: unknown): FieldError[] {
  const errors: FieldError[] = []
  const left: { value: unknown; path: PathSegment[] }[] = [{ value: root, path: [] }]
  for (let next = left.pop(); next && errors.length < 20; next = left.pop()) {
    const { value, path } = next
    if (path.length > deepest) {
      throw problem('request.malformed', 400, { detail: `The body is nested more than ${deepest} levels deep` })
    }
    if (typeof value !== 'object' || value === null) {
      const message = scalarTrouble(value)
      if (message) errors.push({ field: fieldPath(path) || 'body', message })
    } else if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index--) left.push({ value: value[index], path: [...path, index] })
    } else {
      for (const [key, own] of Object.entries(value).reverse()) {
        const message = keyTrouble(key)
        if (message) errors.push({ field: fieldPath([...path, printable(key)]), message })
        else left.push({ value: own, path: [...path, key] })
      }
    }
  }
  return errors
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
