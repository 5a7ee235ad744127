import { isAbbreviation } from './abbreviations.ts'
import { pairDepths } from './pairs.ts'
import { slotPlaceholder } from './slots.ts'
import type { TextSpan } from './spans.ts'

/** Stands for each character of a marker: nothing to read, and never an end. */
export const markerPlaceholder = '\ufffb'

const quoting = /^(?:\s|>)*/u
const itemSign = /^(?:[-*+•–—]|\d{1,9}[.)]|#{1,6})\s+/u

const ends = /[.!?…。！？｡؟۔।॥‼⁇⁈⁉]+[)\]}"'”’»›“」』）】*_~`]*/gu
const endsWithoutSpace = /[。！？｡]/u
const isContinued = /^\p{Ll}/u
const says = new RegExp(`[\\p{L}\\p{N}${slotPlaceholder}]`, 'u')

/** How a line begins before it says anything; an item of a list, or a heading, says all or nothing. */
export function parseLineStart(line: string): { length: number; isItem: boolean } {
  const quoted = quoting.exec(line)?.[0].length ?? 0
  const sign = itemSign.exec(line.slice(quoted))?.[0].length ?? 0
  return { length: quoted + sign, isItem: sign > 0 }
}

/**
 * The sentences of one line, each with the white space behind it. Intl.Segmenter is not used: it ends a sentence after
 * "Dr." and inside brackets, and differs between machines.
 */
export function findSentences(line: string): TextSpan[] {
  const { length, isItem } = parseLineStart(line)
  if (isItem) return [{ start: length, end: line.length }]
  const sentences: TextSpan[] = []
  const depths = pairDepths(line)
  let start = length
  for (const { 0: sign, index } of line.matchAll(ends)) {
    const after = index + sign.length
    if (depths[after] !== 0 || !endsSentence(line, index, sign)) continue
    const end = after + spaceFrom(line, after)
    addTo(sentences, line, { start, end })
    start = end
  }
  if (start < line.length) addTo(sentences, line, { start, end: line.length })
  return sentences
}

/** What says nothing by itself, such as an emoji, goes with the sentence before it. */
function addTo(sentences: TextSpan[], line: string, sentence: TextSpan): void {
  const before = sentences.at(-1)
  if (before && !says.test(line.slice(sentence.start, sentence.end))) before.end = sentence.end
  else sentences.push(sentence)
}

function endsSentence(line: string, at: number, sign: string): boolean {
  const after = at + sign.length
  const space = spaceFrom(line, after)
  if (after + space === line.length || endsWithoutSpace.test(sign)) return true
  if (space === 0) return false
  const following = line.slice(after + space, after + space + 12)
  const isStrong = /^[!?‼⁇⁈⁉؟]+$/u.test(sign)
  if (!isStrong && isContinued.test(following)) return false
  return sign[0] !== '.' || sign[1] === '.' || !isAbbreviation(wordBefore(line, at), following)
}

/** Long words are no abbreviations, so a dozen characters tell. */
function wordBefore(line: string, at: number): string {
  return /\S*$/u.exec(line.slice(Math.max(0, at - 12), at))?.[0] ?? ''
}

function spaceFrom(line: string, at: number): number {
  let end = at
  while (end < line.length && (line[end] === markerPlaceholder || line[end]!.trim() === '')) end++
  return end - at
}
