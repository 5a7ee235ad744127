import { LruCache } from '@parley/findings'
import { RE2JS } from 're2js'

/** An operator's pattern: a plain phrase, or `/regex/flags`. */
export type Pattern = { ok: true; test(text: string): boolean } | { ok: false; message: string }

const maxCharacters = 1000
/** Compiling unrolls repetitions, so they are limited first: rejecting `(\\pL\\pN){1000}` later would take 20 ms. */
const maxRepetitions = 100
/** Time is linear in text and program: a program of this size scans a message of 4000 characters in about 0.1 s. */
const maxInstructions = 1000
const maxStoredValue = 500

const patterns = new LruCache<string, Pattern>(maxStoredValue)

/** Parses a plain phrase (matched case-insensitively) or `/regex/flags`. */
export function parsePattern(source: string): Pattern {
  const written = writtenRegex(source)
  return written ? compiled(source, written) : phrase(source)
}

/** Parses `/regex/flags` only, where a plain phrase has no meaning. */
export function parseRegexPattern(source: string): Pattern {
  const written = writtenRegex(source)
  return written
    ? compiled(source, written)
    : refused('must be a regular expression between slashes, such as /^[0-9]{5}$/')
}

type Written = { regex: string; flags: string }

function writtenRegex(source: string): Written | undefined {
  const end = source.lastIndexOf('/')
  if (!source.startsWith('/') || end === 0) return undefined
  const flags = source.slice(end + 1)
  return /^[a-z]*$/i.test(flags) ? { regex: source.slice(1, end), flags } : undefined
}

function phrase(source: string): Pattern {
  if (source.trim() === '') return refused('must not be empty: it would match every text')
  const wanted = source.toLowerCase()
  return { ok: true, test: (text) => text.toLowerCase().includes(wanted) }
}

function compiled(source: string, written: Written): Pattern {
  const known = patterns.get(source)
  if (known) return known
  if (source.length > maxCharacters) return refused(`must have at most ${maxCharacters} characters`)
  const pattern = compile(written)
  patterns.set(source, pattern)
  return pattern
}

function compile({ regex, flags }: Written): Pattern {
  if (regex === '') return refused('must not be empty: it would match every text')
  const unknown = [...flags].find((flag) => !(flag in meanings))
  if (unknown) return refused(`has the unknown flag ${unknown}: use ${Object.keys(meanings).join(', ')}`)
  if (hasBackReference(regex))
    return refused('has a back-reference such as \\1, which patterns that run in linear time cannot support')
  if (repetitionsIn(regex) > maxRepetitions) return refused(`repeats more than ${maxRepetitions} times`)
  try {
    const meaning = [...flags].reduce((sum, flag) => sum | (meanings[flag] ?? 0), 0)
    const program = RE2JS.compile(RE2JS.translateRegExp(regex), meaning)
    if (program.programSize() > maxInstructions) return refused('is too large: repeat less, or split it')
    return { ok: true, test: (text) => program.test(text) }
  } catch (error) {
    return refused(reasonOf(error))
  }
}

/** Every match starts from the beginning and texts are always Unicode, so g and u have no effect. */
const meanings: Record<string, number> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
  u: 0,
  g: 0,
}

function repetitionsIn(regex: string): number {
  const counts = [...regex.matchAll(/\{(\d{1,9})(?:,(\d{0,9}))?\}/g)].map(([, least, most]) => Number(most || least))
  return counts.reduce((sum, count) => sum + count, 0)
}

function hasBackReference(regex: string): boolean {
  return Array.from(regex.matchAll(/\\(.)/gs)).some(([, escaped]) => /[1-9k]/.test(escaped ?? ''))
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : String(error)
  if (/`\(\?<?[=!]/.test(message))
    return 'has look-around such as (?=…), which patterns that run in linear time cannot support'
  return `is not a regular expression: ${message.length > 120 ? `${message.slice(0, 120)}…` : message}`
}

function refused(message: string): Pattern {
  return { ok: false, message }
}
