import type { Passage } from './entry.ts'
import { UnreadableSourceError } from './readers/reader.ts'

/** Output of a reader: text under a heading, in paragraphs that belong together. */
export type TextSection = { heading?: string; paragraphs: string[] }

export const maxPassages = 5_000

/** A passage is filled up to `targetLength`; only a paragraph longer than `maxLength` is split. */
const targetLength = 600
const maxLength = 1_000

/** Splits sections into passages at paragraph, then sentence, then word boundaries. No text is lost. */
export function splitIntoPassages(sections: Iterable<TextSection>): Passage[] {
  const passages: Passage[] = []
  for (const { heading, paragraphs } of sections) {
    const title = heading === undefined ? undefined : normalizeWhitespace(heading) || undefined
    for (const text of chunkParagraphs(paragraphs.map(normalizeWhitespace))) passages.push(toPassage(title, text))
    if (passages.length > maxPassages) {
      throw new UnreadableSourceError(`It has more than ${maxPassages} passages; split it into several sources`)
    }
  }
  return passages
}

/** A heading of more than 200 characters counts as text. */
function toPassage(heading: string | undefined, text: string): Passage {
  if (heading === undefined) return { text }
  return heading.length <= 200 ? { heading, text } : { text: `${heading}\n${text}` }
}

function chunkParagraphs(paragraphs: readonly string[]): string[] {
  const chunks: string[] = []
  let open = ''
  for (const piece of paragraphs.flatMap(splitParagraph)) {
    if (open !== '' && (open.length >= targetLength || open.length + piece.length + 1 > maxLength)) {
      chunks.push(open)
      open = ''
    }
    open = open === '' ? piece : `${open}\n${piece}`
  }
  return open === '' ? chunks : [...chunks, open]
}

/** Returns the paragraph, split at sentences when it is too long. */
function splitParagraph(paragraph: string): string[] {
  const cut: string[] = []
  let left = paragraph
  while (left.length > maxLength) {
    const at = findCut(left)
    cut.push(left.slice(0, at).trimEnd())
    left = left.slice(at).trimStart()
  }
  return left === '' ? cut : [...cut, left]
}

/**
 * Finds where to cut a text that is too long: after the last sentence that fits, else after a word, else between two
 * characters.
 */
function findCut(text: string): number {
  const window = text.slice(0, maxLength)
  const sentence = lastEnd(window, /[.!?…]["'”’)]*\s|[。！？]|\n/g)
  if (sentence >= targetLength / 2) return sentence
  const space = window.lastIndexOf(' ')
  if (space >= targetLength / 2) return space
  const isPair = /[\ud800-\udbff]/.test(window.charAt(maxLength - 1))
  return isPair ? maxLength - 1 : maxLength
}

function lastEnd(text: string, border: RegExp): number {
  let end = 0
  for (const match of text.matchAll(border)) end = match.index + match[0].length
  return end
}

/**
 * Collapses spaces and drops empty lines, invisible characters, and characters that the database cannot store (NUL,
 * lone surrogates).
 */
function normalizeWhitespace(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: it removes them
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\u200b\ufeff]+/g, '')
      .split('\n')
      .map((line) => line.replace(/\s+/g, ' ').trim())
      .filter((line) => line !== '')
      .join('\n')
  )
}
