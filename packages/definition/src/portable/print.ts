import { memoize } from '../memoize.ts'

/**
 * Prints an export document. The YAML printer is our own, so that the same document gives the same bytes for years:
 * fixed key order, LF, two spaces, no wrapped lines. Values that JSON cannot represent print as in JSON. Memoized,
 * because documents are immutable.
 */

export const printJson = memoizePrint((document) => `${JSON.stringify(document ?? null, null, 2)}\n`)
export const printYaml = memoizePrint(
  (document) => `${printInline(document, '  ') ?? printBlock(document as object, '')}\n`,
)

function memoizePrint(print: (document: unknown) => string): (document: unknown) => string {
  const printed = memoize<object, string>(print)
  return (document) => (typeof document === 'object' && document !== null ? printed(document) : print(document))
}

/** Prints a non-empty list or map, one or more lines per entry. */
function printBlock(value: object, indent: string): string {
  if (Array.isArray(value))
    return Array.from(value, (entry) => `${indent}- ${printItem(entry, `${indent}  `)}`).join('\n')
  return presentIn(value)
    .map(([key, entry]) => `${indent}${printKey(key, indent)}:${printBehindKey(entry, `${indent}  `)}`)
    .join('\n')
}

function printItem(value: unknown, indent: string): string {
  return printInline(value, indent) ?? printBlock(value as object, indent).slice(indent.length)
}

function printBehindKey(value: unknown, indent: string): string {
  const inline = printInline(value, indent)
  return inline === undefined ? `\n${printBlock(value as object, indent)}` : ` ${inline}`
}

/** Prints a value that starts on the line of its key or dash; undefined for a non-empty list or map. */
function printInline(value: unknown, indent: string): string | undefined {
  if (typeof value === 'string') return printText(value, indent)
  if (typeof value === 'number') return printNumber(value)
  if (Array.isArray(value)) return value.length === 0 ? '[]' : undefined
  if (typeof value === 'object' && value !== null) return presentIn(value).length === 0 ? '{}' : undefined
  return typeof value === 'boolean' ? String(value) : 'null'
}

function presentIn(map: object): [string, unknown][] {
  return Object.entries(map).filter(([, value]) => value !== undefined)
}

function printNumber(value: number): string {
  if (Object.is(value, -0)) return '-0'
  return Number.isFinite(value) ? String(value) : 'null'
}

/** YAML limits a simple key to 1024 characters. */
function printKey(key: string, indent: string): string {
  const printed = isPlain(key) ? key : quoted(key)
  return printed.length <= 1000 ? printed : `? ${printed}\n${indent}`
}

function printText(text: string, indent: string): string {
  if (isPlain(text)) return text
  return isLiteral(text) ? literal(text, indent) : quoted(text)
}

const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029\ufeff\ufffe\uffff]/u

// Words that some YAML parsers read as true, false or null.
const word = /^(?:y|n|yes|no|on|off|true|false|null)$/i

/** Text that starts with a letter is neither a number nor YAML syntax for any parser. */
function isPlain(text: string): boolean {
  return /^\p{L}/u.test(text) && !word.test(text) && !/: | #|[:\s]$/.test(text) && !unprintable.test(text)
}

/** Spaces at line ends are invisible and easily lost: such a text is quoted. */
function isLiteral(text: string): boolean {
  return /^\S.*\n/.test(text) && !/[^\S\n]$/m.test(text) && !unprintable.test(text.replace(/[\n\t]/g, ''))
}

function literal(text: string, indent: string): string {
  const lines = text.split('\n')
  const chomping = text.endsWith('\n\n') ? '+' : text.endsWith('\n') ? '' : '-'
  if (chomping !== '-') lines.pop()
  return [`|${chomping}`, ...lines.map((line) => (line === '' ? '' : indent + line))].join('\n')
}

function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
