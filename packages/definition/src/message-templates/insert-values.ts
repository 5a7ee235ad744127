import { createSpanFinder, splitBodyLines, type TextSpan } from './body-spans.ts'
import { tidyAround } from './tidy.ts'

/** How a filled template contains slot values: verbatim, or escaped so that AML reads them as plain text. */
export type ValueForm = 'plain' | 'aml'

/**
 * Escapes everything in a value that Markdown would interpret. A URL without such characters stays a link, since it
 * shows where it leads.
 */
function escapeMarkdown(value: string): string {
  return value
    .split(/\r\n?|\n/)
    .map((line) =>
      withLineEnds(
        line
          .split(/(https?:\/\/\S+)/i)
          .map(escapedInline)
          .join(''),
      ),
    )
    .join('\n')
}

const mark = /[\\`*_~[\]<]/g

function escapedInline(text: string): string {
  const escaped = text.replace(mark, (sign, at: number) =>
    sign === '_' && isWord(text[at - 1]) && isWord(text[at + 1]) ? sign : `\\${sign}`,
  )
  return escaped === text ? text : escaped.replace(/^(https?):(?=\/\/)/i, '$1\\:')
}

const isWord = (sign: string | undefined): boolean => sign !== undefined && /[a-z\d]/i.test(sign)

/** Escapes what would start a heading, an item or a rule, and what would close a heading. */
function withLineEnds(line: string): string {
  return line
    .replace(/^(\s*)(#{1,6}(?=\s|$)|[-+](?=[-\s]|$))/, '$1\\$2')
    .replace(/^(\s*\d{1,9})([.)](?=\s|$))/, '$1\\$2')
    .replace(/(\s)(#+\s*)$/, '$1\\$2')
}

type BodyPiece = { kind: 'body' | 'value' | 'marker'; text: string }
type FilledSpan = TextSpan & { value: string }
type Contents = { slots: readonly FilledSpan[]; markers: readonly TextSpan[]; form: ValueForm }

/**
 * Joins the remaining parts of a body and inserts values for the slots. A value is never interpreted: a `[[` that it
 * contains, or forms with its neighbors, is written `\[[`, which AML reads as literal brackets. Outside markers, every
 * other value is inserted verbatim or escaped for Markdown, depending on the form.
 */
export function insertValues(body: string, spans: readonly TextSpan[], { slots, markers, form }: Contents): string {
  const [slotsOf, markersOf] = [createSpanFinder(slots), createSpanFinder(markers)]
  const pieces = spans.flatMap((part) => {
    const inside: BodyPiece[][] = []
    let start = part.start
    for (const marker of markersOf(part)) {
      inside.push(splitPieces(body, { start, end: marker.start }, slotsOf), [fillMarker(body, marker, slotsOf)])
      start = marker.end
    }
    inside.push(splitPieces(body, { start, end: part.end }, slotsOf))
    return inside.flat()
  })
  return joinPieces(form === 'aml' ? escapeValues(pieces) : pieces)
}

function fillMarker(body: string, marker: TextSpan, slotsOf: (part: TextSpan) => FilledSpan[]): BodyPiece {
  const empty = slotsOf(marker).filter(({ value }) => value.trim() === '')
  const pieces = findKeptInMarker(body, marker, empty).flatMap((part) => splitPieces(body, part, slotsOf))
  const words = pieces.map(({ kind, text }) => (kind === 'value' ? escapeInMarker(text) : text))
  return { kind: 'marker', text: words.join('') }
}

function splitPieces(body: string, { start, end }: TextSpan, slotsOf: (part: TextSpan) => FilledSpan[]): BodyPiece[] {
  const pieces: BodyPiece[] = []
  let at = start
  for (const slot of slotsOf({ start, end })) {
    pieces.push({ kind: 'body', text: unescapeBraces(body, at, slot.start) }, { kind: 'value', text: slot.value })
    at = slot.end
  }
  pieces.push({ kind: 'body', text: unescapeBraces(body, at, end) })
  return pieces
}

function unescapeBraces(body: string, start: number, end: number): string {
  return body.slice(start, end).replaceAll('\\{', '{')
}

function escapeValues(pieces: readonly BodyPiece[]): BodyPiece[] {
  let ticks = 0
  return pieces.map((piece, at) => {
    if (piece.kind === 'value')
      return { ...piece, text: escapeValue(piece.text, ticks % 2 === 1, pieces[at + 1]?.text) }
    const line = piece.text.slice(piece.text.lastIndexOf('\n') + 1)
    ticks = (line.length < piece.text.length ? 0 : ticks) + line.split('`').length - 1
    return piece
  })
}

/** In code only its end is interpreted; and `![` would start an image. */
function escapeValue(value: string, isInCode: boolean, next = ''): string {
  if (isInCode && !/[`\n\r]/.test(value)) return value
  const words = escapeMarkdown(value)
  return words.endsWith('!') && next.startsWith('[') ? `${words.slice(0, -1)}\\!` : words
}

function joinPieces(pieces: readonly BodyPiece[]): string {
  let result = ''
  let run: BodyPiece[] = []
  for (const piece of pieces) {
    if (piece.kind !== 'marker') run.push(piece)
    else {
      const text = withEscapes(run)
      result += isUntouchable(text) ? `${text} ${piece.text}` : text + piece.text
      run = []
    }
  }
  return result + withEscapes(run)
}

/** AML cannot express a backslash, or a single bracket, directly next to a marker. */
function isUntouchable(text: string): boolean {
  return text.endsWith('\\') || (text.endsWith('[') && text.replaceAll('[[', '').endsWith('['))
}

function withEscapes(run: readonly BodyPiece[]): string {
  const authored = new Set<number>()
  let text = ''
  for (const piece of run) {
    if (piece.kind === 'body') for (const { index } of piece.text.matchAll(/\[\[/g)) authored.add(text.length + index)
    text += piece.text
  }
  return text.replace(/\[\[/g, (pair, at: number) => (authored.has(at) ? pair : `\\${pair}`))
}

/** Inside a marker, escapes every character that would split a field, a row or the marker itself. */
function escapeInMarker(value: string): string {
  return value
    .replace(/[\\|[\]=]|^[:#]|->|(?<!\S)~(?!\S)/g, (sign) => (sign === '->' ? '-\\>' : `\\${sign}`))
    .replace(/\r\n?|\n/g, '\\n')
}

/** Handles a marker whose empty slots are replaced with nothing: tidies each line and drops lines that become empty. */
function findKeptInMarker(body: string, marker: TextSpan, empty: readonly TextSpan[]): TextSpan[] {
  if (empty.length === 0) return [marker]
  const emptyIn = createSpanFinder(empty)
  return splitBodyLines(body.slice(marker.start, marker.end)).flatMap(({ breakStart, start, end }) => {
    const line = { start: marker.start + start, end: marker.start + end }
    const gaps = emptyIn(line).map((slot) => ({ start: slot.start, end: slot.end, isSentence: false }))
    const remaining = gaps.length > 0 ? tidyAround(body, line, gaps) : [line]
    return remaining.length > 0 ? [{ start: marker.start + breakStart, end: line.start }, ...remaining] : []
  })
}
