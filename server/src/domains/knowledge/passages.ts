import type { Passage } from './entry.ts'
import { Unreadable } from './unreadable.ts'

/** What a reader finds: text under a heading, in paragraphs that belong together. */
export type Section = { heading?: string; paragraphs: string[] }

export const mostPassages = 5_000

/** A passage is filled up to `full`, and only a paragraph beyond `most` is cut. */
const full = 600
const most = 1_000

/** Cuts sections into passages at the borders of paragraphs, then sentences, then words. No word is lost. */
export function passagesOf(sections: Iterable<Section>): Passage[] {
  const passages: Passage[] = []
  for (const { heading, paragraphs } of sections) {
    const title = heading === undefined ? undefined : tidy(heading) || undefined
    for (const text of chunksOf(paragraphs.map(tidy))) passages.push(titled(title, text))
    if (passages.length > mostPassages) {
      throw new Unreadable(`It has more than ${mostPassages} passages; split it into several sources`)
    }
  }
  return passages
}

/** A heading too long to be one is text like any other. */
function titled(heading: string | undefined, text: string): Passage {
  if (heading === undefined) return { text }
  return heading.length <= 200 ? { heading, text } : { text: `${heading}\n${text}` }
}

function chunksOf(paragraphs: readonly string[]): string[] {
  const chunks: string[] = []
  let open = ''
  for (const piece of paragraphs.flatMap(pieces)) {
    if (open !== '' && (open.length >= full || open.length + piece.length + 1 > most)) {
      chunks.push(open)
      open = ''
    }
    open = open === '' ? piece : `${open}\n${piece}`
  }
  return open === '' ? chunks : [...chunks, open]
}

/** A paragraph, or where it is too long, sentences of it together. */
function pieces(paragraph: string): string[] {
  const cut: string[] = []
  let left = paragraph
  while (left.length > most) {
    const at = borderIn(left)
    cut.push(left.slice(0, at).trimEnd())
    left = left.slice(at).trimStart()
  }
  return left === '' ? cut : [...cut, left]
}

/** Where to cut a text that is too long: after the last sentence that fits, or a word, or between two characters. */
function borderIn(text: string): number {
  const window = text.slice(0, most)
  const sentence = lastEnd(window, /[.!?…]["'”’)]*\s|[。！？]|\n/g)
  if (sentence >= full / 2) return sentence
  const space = window.lastIndexOf(' ')
  if (space >= full / 2) return space
  const isPair = /[\ud800-\udbff]/.test(window.charAt(most - 1))
  return isPair ? most - 1 : most
}

function lastEnd(text: string, border: RegExp): number {
  let end = 0
  for (const match of text.matchAll(border)) end = match.index + match[0].length
  return end
}

/** Spaces become one, empty lines go; what no database keeps (NUL, half a surrogate pair) and no one sees goes too. */
function tidy(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: it is they that are removed
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\u200b\ufeff]+/g, '')
      .split('\n')
      .map((line) => line.replace(/\s+/g, ' ').trim())
      .filter((line) => line !== '')
      .join('\n')
  )
}
