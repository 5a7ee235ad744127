import { wordsOf } from '../../../platform/fold.ts'
import type { TranscriptLine } from '../deps.ts'

const longestEvidence = 300

/** The line of the agent that is quoted, or the one that comes closest; the last one where nothing is quoted. */
export function lineOf(quoted: string, transcript: readonly TranscriptLine[]): TranscriptLine | undefined {
  const lines = transcript.filter(({ role, text }) => role === 'agent' && text.trim() !== '')
  const wanted = plain(quoted)
  const last = lines.at(-1)
  if (wanted === '') return last
  const exact =
    lines.find(({ text }) => plain(text) === wanted) ?? lines.find(({ text }) => plain(text).includes(wanted))
  return exact ?? closest(quoted, lines) ?? last
}

export const evidenceOf = (line: TranscriptLine | undefined): string => {
  const text = line?.text.replace(/\s+/g, ' ').trim() ?? ''
  return text.length <= longestEvidence ? text.toWellFormed() : `${text.slice(0, longestEvidence - 1).toWellFormed()}…`
}

const plain = (text: string): string => wordsOf(text).join(' ')

function closest(quoted: string, lines: readonly TranscriptLine[]): TranscriptLine | undefined {
  const wanted = new Set(wordsOf(quoted))
  let best: { line: TranscriptLine; likeness: number } | undefined
  for (const line of lines) {
    const words = new Set(wordsOf(line.text))
    const both = [...wanted].filter((word) => words.has(word)).length
    const likeness = (2 * both) / (wanted.size + words.size)
    if (likeness > (best?.likeness ?? 0)) best = { line, likeness }
  }
  return best?.line
}

/** Turns are counted from one; what the agent began by itself is none. */
export const turnOf = (line: TranscriptLine | undefined): number =>
  line?.turnIndex === undefined ? 0 : line.turnIndex + 1
