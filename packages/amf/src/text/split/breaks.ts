import { graphemeBoundary } from '../graphemes.ts'
import { isSpace } from '../markdown/chars.ts'
import { alignToCodePoint } from '../measure.ts'

/** A piece of `text` starts at `from` and can extend to `most`; it may not end where `inside` is 1. */
export type BreakWindow = { text: string; from: number; most: number; inside: Uint8Array }

/** Finds the best end for a piece: after a paragraph, a line, a sentence, a word, or at least a grapheme. */
export function findBestBreak(window: BreakWindow): number {
  const { text, from, most, inside } = window
  const found = { line: -1, sentence: -1, space: -1 }
  const half = from + Math.ceil((most - from) / 2)
  const quarter = from + Math.ceil((most - from) / 4)
  for (let at = most; at > from && at >= quarter; at--) {
    if (inside[at]) continue
    if (at < half && (found.line > 0 || found.sentence > 0 || found.space > 0)) break
    const code = text.charCodeAt(at)
    if (at >= half && code === 10 && text.charCodeAt(at + 1) === 10) return at
    if (found.line < 0 && code === 10) found.line = at
    if (found.sentence < 0 && endsSentence(text, at)) found.sentence = at
    if (found.space < 0 && isSpace(code)) found.space = at
  }
  if (found.line > 0) return found.line
  if (found.sentence > 0) return found.sentence
  return found.space > 0 ? found.space : graphemeBreak(window)
}

const closing = '"\'”’»)]}」』）】'

function endsSentence(text: string, at: number): boolean {
  let last = at - 1
  for (let closed = 0; closed < 3 && closing.includes(text[last] ?? ' '); closed++) last--
  const end = text[last] ?? ' '
  if ('。！？'.includes(end)) return !closing.includes(text[at] ?? ' ') && !'。！？…'.includes(text[at] ?? ' ')
  return '.!?…'.includes(end) && isSpace(text.charCodeAt(at))
}

/** Cuts a grapheme that is longer than the available space between code points. */
function graphemeBreak({ text, from, most, inside }: BreakWindow): number {
  const boundary = graphemeBoundary(text, most, from)
  if (boundary > from && !inside[boundary]) return boundary
  return alignToCodePoint(text, most)
}
