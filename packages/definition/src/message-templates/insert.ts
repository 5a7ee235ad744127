import { inMarker, keptOfMarker } from './marker-words.ts'
import { type Span, seek } from './spans.ts'
import { asWords, type Form } from './words.ts'

type Piece = { kind: 'body' | 'value' | 'marker'; text: string }
type Filled = Span & { value: string }
type Contents = { slots: readonly Filled[]; markers: readonly Span[]; form: Form }

/**
 * The kept parts of a body as one text, with values in the place of slots. A value is read as what it is and nothing
 * more: a `[[` that it brings, or makes together with its neighbours, is written `\[[`, which AML reads as the brackets
 * themselves. Outside markers any other value stands to the letter, or as words that Markdown leaves alone.
 */
export function withValues(body: string, kept: readonly Span[], { slots, markers, form }: Contents): string {
  const [slotsOf, markersOf] = [seek(slots), seek(markers)]
  const pieces = kept.flatMap((part) => {
    const inside: Piece[][] = []
    let start = part.start
    for (const marker of markersOf(part)) {
      inside.push(piecesOf(body, { start, end: marker.start }, slotsOf), [filledMarker(body, marker, slotsOf)])
      start = marker.end
    }
    inside.push(piecesOf(body, { start, end: part.end }, slotsOf))
    return inside.flat()
  })
  return joined(form === 'aml' ? worded(pieces) : pieces)
}

function filledMarker(body: string, marker: Span, slotsOf: (part: Span) => Filled[]): Piece {
  const empty = slotsOf(marker).filter(({ value }) => value.trim() === '')
  const pieces = keptOfMarker(body, marker, empty).flatMap((part) => piecesOf(body, part, slotsOf))
  const words = pieces.map(({ kind, text }) => (kind === 'value' ? inMarker(text) : text))
  return { kind: 'marker', text: words.join('') }
}

function piecesOf(body: string, { start, end }: Span, slotsOf: (part: Span) => Filled[]): Piece[] {
  const pieces: Piece[] = []
  let at = start
  for (const slot of slotsOf({ start, end })) {
    pieces.push({ kind: 'body', text: written(body, at, slot.start) }, { kind: 'value', text: slot.value })
    at = slot.end
  }
  pieces.push({ kind: 'body', text: written(body, at, end) })
  return pieces
}

function written(body: string, start: number, end: number): string {
  return body.slice(start, end).replaceAll('\\{', '{')
}

function worded(pieces: readonly Piece[]): Piece[] {
  let ticks = 0
  return pieces.map((piece, at) => {
    if (piece.kind === 'value') return { ...piece, text: wordsIn(piece.text, ticks % 2 === 1, pieces[at + 1]?.text) }
    const line = piece.text.slice(piece.text.lastIndexOf('\n') + 1)
    ticks = (line.length < piece.text.length ? 0 : ticks) + line.split('`').length - 1
    return piece
  })
}

/** In code nothing is read but its end; and `![` would be a picture. */
function wordsIn(value: string, isInCode: boolean, next = ''): string {
  if (isInCode && !/[`\n\r]/.test(value)) return value
  const words = asWords(value)
  return words.endsWith('!') && next.startsWith('[') ? `${words.slice(0, -1)}\\!` : words
}

function joined(pieces: readonly Piece[]): string {
  let result = ''
  let run: Piece[] = []
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

/** AML has no way to write a backslash, or a bracket without its pair, that touches a marker. */
function isUntouchable(text: string): boolean {
  return text.endsWith('\\') || (text.endsWith('[') && text.replaceAll('[[', '').endsWith('['))
}

function withEscapes(run: readonly Piece[]): string {
  const authored = new Set<number>()
  let text = ''
  for (const piece of run) {
    if (piece.kind === 'body') for (const { index } of piece.text.matchAll(/\[\[/g)) authored.add(text.length + index)
    text += piece.text
  }
  return text.replace(/\[\[/g, (pair, at: number) => (authored.has(at) ? pair : `\\${pair}`))
}
