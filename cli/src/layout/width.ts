import { toPrintable } from '../text/printable.ts'

/** Returns how many terminal columns a text takes. Expects printable text on one line, as `toPrintable` returns it. */
export function displayWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  return splitGraphemes(text).reduce((sum, grapheme) => sum + columnsOf(grapheme), 0)
}

/** Truncates a line to the given width; the last column becomes an ellipsis if anything was cut. */
export function truncateToWidth(line: string, columns: number): string {
  if (displayWidth(line) <= columns) return line
  let result = ''
  let width = 0
  for (const grapheme of splitGraphemes(line)) {
    width += columnsOf(grapheme)
    if (width > columns - 1) break
    result += grapheme
  }
  return `${result.trimEnd()}…`
}

/** Pads with spaces so that the next column lines up. */
export const padToWidth = (line: string, columns: number): string =>
  line + ' '.repeat(Math.max(0, columns - displayWidth(line)))

let segmenter: Intl.Segmenter | undefined

/** Splits a text into user-perceived characters. */
export function splitGraphemes(text: string): string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** Drawn as one emoji, however many code points it has. */
const picture = /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|[#*\d]\ufe0f\u20e3)/u
const nothing = /[\p{M}\p{Cf}\p{Cc}\u1160-\u11ff]/u

function columnsOf(grapheme: string): number {
  if (picture.test(grapheme)) return 2
  return Array.from(grapheme, columnsOfOne).reduce((sum, columns) => sum + columns, 0)
}

function columnsOfOne(character: string): number {
  if (picture.test(character)) return 2
  if (nothing.test(character)) return 0
  const code = character.codePointAt(0) ?? 0
  return isWide.some(([from, to]) => code >= from && code <= to) ? 2 : 1
}

/** Wide East Asian characters, from Unicode's width table; emoji are recognized by their properties. */
const isWide: readonly (readonly [from: number, to: number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6b],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18cff],
  [0x1aff0, 0x1b2fb],
  [0x1f200, 0x1f265],
  [0x20000, 0x3fffd],
]

/** Wraps untrusted text to printable lines of the given width; its own line breaks stay. */
export function wrapText(text: string, columns: number): string[] {
  const paragraphs = text.trim().split(/\r\n|[\n\r\u2028\u2029]/)
  return paragraphs.flatMap((paragraph) => wrapParagraph(toPrintable(paragraph), Math.max(columns, 2)))
}

/** Continuation lines of a list item are indented to its text. */
const entry = /^(?:[-•*]|\d{1,3}[.)]) (?=\S)/

function wrapParagraph(paragraph: string, columns: number): string[] {
  const [sign = ''] = entry.exec(paragraph) ?? []
  if (sign === '' || sign.length * 2 > columns) return fillLines(paragraph, columns)
  const lines = fillLines(paragraph.slice(sign.length), columns - sign.length)
  return lines.map((line, at) => (at === 0 ? sign : ' '.repeat(sign.length)) + line)
}

function fillLines(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const piece of text.split(' ').flatMap((word) => splitWords(word, columns))) {
    const longer = line === '' ? piece : `${line} ${piece}`
    if (displayWidth(longer) > columns) {
      lines.push(line)
      line = piece
    } else line = longer
  }
  return [...lines, line]
}

/** Splits a word that is longer than a line between two characters. */
function splitWords(word: string, columns: number): string[] {
  if (displayWidth(word) <= columns) return [word]
  const cut: string[] = []
  let piece = ''
  for (const grapheme of splitGraphemes(word)) {
    if (piece !== '' && displayWidth(piece + grapheme) > columns) {
      cut.push(piece)
      piece = ''
    }
    piece += grapheme
  }
  return [...cut, piece]
}

/** Returns untrusted text as one printable line of at most the given width. */
export const toPrintableLine = (text: string, columns: number): string => truncateToWidth(toPrintable(text), columns)
