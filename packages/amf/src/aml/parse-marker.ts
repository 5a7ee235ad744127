import { indexOfUnescaped, isEscaped, splitUnescaped, unescapeField } from './fields.ts'
import type { Marker, MarkerKind, MarkerRow } from './markers/kind.ts'
import type { FoundMarker } from './scan.ts'

/** Fourth stage: parses a marker's source into name, id, fields and rows. */

const opening = /^\[\[\s*([^\s:|#[]*)/

export function parseMarkerName(source: string): { name: string; end: number } {
  const match = opening.exec(source)
  const length = match?.[0].length ?? 2
  const name = match?.[1] ?? ''
  const end = source.length - 2
  // When nothing follows the name, it runs into the closing brackets.
  return length > end ? { name: name.slice(0, end - length), end } : { name, end: length }
}

export function parseMarker(found: FoundMarker, kind: MarkerKind, nameEnd: number): Marker {
  const { source, at, inner } = found
  // The content of a carousel is read from `inner`.
  const body = source.slice(nameEnd, inner[0]?.from ?? source.length - 2)
  const lineEnd = body.indexOf('\n')
  if (lineEnd < 0) return createMarker(found, readHead(body, kind), [])
  const rows = splitMarkerRows(body.slice(lineEnd + 1), at.line + 1 + countLineBreaks(source.slice(0, nameEnd)))
  const first = body.slice(0, lineEnd).trim()
  const split = kind.rows === 'never' ? rows.length : headRows(first, rows, kind)
  if (split === 0) return createMarker(found, readHead(first, kind), rows)
  const head = [first, ...rows.slice(0, split).map((row) => row.text)].join(' ')
  return createMarker(found, readHead(head, kind), rows.slice(split))
}

type Head = { id: string | undefined; fields: string[] }

function createMarker({ source, inner }: FoundMarker, { id, fields }: Head, rows: MarkerRow[]): Marker {
  return { source, id, fields, rows, inner }
}

function splitMarkerRows(text: string, firstLine: number): MarkerRow[] {
  const rows: MarkerRow[] = []
  let number = firstLine
  for (const line of text.split('\n')) {
    const start = line.trimStart()
    if (start !== '') rows.push({ at: { line: number, column: line.length - start.length + 1 }, text: start.trimEnd() })
    number++
  }
  return rows
}

/** Returns how many of the following lines still belong to the head, which may span several lines. */
function headRows(first: string, rows: MarkerRow[], kind: MarkerKind): number {
  if (kind.rows === 'maybe' && !rows.some((row) => indexOfUnescaped(row.text, '=') >= 0)) return rows.length
  let last = first.trim()
  let hasField = readHead(last, kind).fields.length > 0
  let count = 0
  for (const { text } of rows) {
    const startsIt = !hasField && (text.startsWith('#') || indexOfUnescaped(text, '=') < 0)
    if (!startsIt && !text.startsWith('|') && !endsInBar(last)) break
    hasField ||= readHead(text, kind).fields.length > 0
    last = text
    count++
  }
  return count
}

function endsInBar(text: string): boolean {
  return text.endsWith('|') && !isEscaped(text, text.length - 1)
}

function readHead(head: string, kind: MarkerKind): Head {
  let rest = stripSign(':', head)
  let id: string | undefined
  if (kind.takesId && rest.startsWith('#')) {
    const end = endOfId(rest)
    id = readId(rest.slice(1, end).trim())
    rest = stripSign(':', rest.slice(end))
  }
  const fields = splitUnescaped(stripSign('|', rest), '|')
  while (fields.at(-1) === '' && kind.head !== 'list') fields.pop()
  if (fields.length === 1 && fields[0] === '') fields.pop()
  return { id: id || undefined, fields }
}

function stripSign(sign: string, text: string): string {
  const start = text.trimStart()
  return start.startsWith(sign) ? start.slice(sign.length).trimStart() : start
}

function endOfId(text: string): number {
  const [run = ''] = /^#\s*\S*/.exec(text) ?? []
  const bar = indexOfUnescaped(run, '|')
  return bar < 0 ? run.length : bar
}

/** Accepts `#x: prompt` as well as `#x | prompt`. */
function readId(text: string): string {
  const colon = text.length - 1
  return unescapeField(text.endsWith(':') && !isEscaped(text, colon) ? text.slice(0, colon) : text)
}

function countLineBreaks(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}
