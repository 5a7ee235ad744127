import { tokenizeText } from '../../../platform/search-text.ts'
import type { TranscriptLine } from '../deps.ts'

const maxEvidenceLength = 300

/** Finds the agent line that matches the quote best, or the last line when the quote is empty. */
export function findQuotedLine(quoted: string, transcript: readonly TranscriptLine[]): TranscriptLine | undefined {
  const lines = transcript.filter(({ role, text }) => role === 'agent' && text.trim() !== '')
  const wanted = normalizeWords(quoted)
  const last = lines.at(-1)
  if (wanted === '') return last
  const exact =
    lines.find(({ text }) => normalizeWords(text) === wanted) ??
    lines.find(({ text }) => normalizeWords(text).includes(wanted))
  return exact ?? findClosestLine(quoted, lines) ?? last
}

export const formatEvidence = (line: TranscriptLine | undefined): string => {
  const text = line?.text.replace(/\s+/g, ' ').trim() ?? ''
  return text.length <= maxEvidenceLength
    ? text.toWellFormed()
    : `${text.slice(0, maxEvidenceLength - 1).toWellFormed()}…`
}

const normalizeWords = (text: string): string => tokenizeText(text).join(' ')

function findClosestLine(quoted: string, lines: readonly TranscriptLine[]): TranscriptLine | undefined {
  const wanted = new Set(tokenizeText(quoted))
  let best: { line: TranscriptLine; likeness: number } | undefined
  for (const line of lines) {
    const words = new Set(tokenizeText(line.text))
    const both = [...wanted].filter((word) => words.has(word)).length
    const likeness = (2 * both) / (wanted.size + words.size)
    if (likeness > (best?.likeness ?? 0)) best = { line, likeness }
  }
  return best?.line
}

/** Turns count from 1; 0 stands for messages that the agent initiated. */
export const getTurnNumber = (line: TranscriptLine | undefined): number =>
  line?.turnIndex === undefined ? 0 : line.turnIndex + 1
