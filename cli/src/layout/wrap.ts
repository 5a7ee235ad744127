import { toPrintable } from '../text/printable.ts'
import { displayWidth, splitGraphemes, truncateToWidth } from './width.ts'

/** Wraps untrusted text to printable lines of the given width; its own line breaks stay. */
export function wrap(text: string, columns: number): string[] {
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
export const clip = (text: string, columns: number): string => truncateToWidth(toPrintable(text), columns)
