import { isSpace } from './markdown/chars.ts'
import { inlineLinkUrls, printRuns } from './markdown/print.ts'
import { alignToCodePoint, findGraphemeBoundary, fitsLength } from './measure.ts'
import { sliceRuns, type TextRun, toRun, toSpan } from './runs.ts'
import { computePrintCosts, groupByLink, linkCost, marksCost, type PrintCosts, type PrintLimit } from './split/cost.ts'

/** A piece of `text` starts at `from` and can extend to `most`; it may not end where `inside` is 1. */
type BreakWindow = { text: string; from: number; most: number; inside: Uint8Array }

/** Finds the best end for a piece: after a paragraph, a line, a sentence, a word, or at least a grapheme. */
function findBestBreak(window: BreakWindow): number {
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
  const boundary = findGraphemeBoundary(text, most, from)
  if (boundary > from && !inside[boundary]) return boundary
  return alignToCodePoint(text, most)
}

/** Below this, marks would leave no room for text. */
const minLengthWithMarks = 48

/** The current run, and its start in the whole text. */
type Cursor = { runs: TextRun[]; index: number; start: number }

/** Splits the runs into pieces that each fit the limit when printed, at the least disruptive breaks. */
export function splitRuns(runs: TextRun[], limit: PrintLimit): TextRun[][] {
  if (fitsLength(printRuns(runs, limit.markup), limit.maxLength, limit.unit)) return [runs]
  const breakable = withinLimit(runs, limit)
  const costs = computePrintCosts(breakable, limit)
  const cursor: Cursor = { runs: breakable, index: 0, start: 0 }
  const pieces: TextRun[][] = []
  for (let from = 0; from < costs.text.length; ) {
    advance(cursor, from)
    const end = pieceEnd(costs, from, { cursor, limit })
    const piece = slice(cursor, from, end)
    if (piece.some((run) => run.text.trim() !== '')) pieces.push(piece)
    from = nextStart(cursor, costs.text, end)
  }
  return pieces
}

/** Breaks up units that can never fit: a link longer than the limit, marks that leave no room. */
function withinLimit(runs: TextRun[], limit: PrintLimit): TextRun[] {
  const marked = limit.maxLength >= minLengthWithMarks
  return groupByLink(runs).flatMap((group) => {
    const [first] = group
    const whole = first!.href === undefined || linkCost(group, limit) < limit.maxLength
    const parts = whole ? group : inlineLinkUrls(group.map(toSpan)).map(toRun)
    return parts.map((run) => (marked && marksCost(run, limit.markup) * 2 < limit.maxLength ? run : unmarked(run)))
  })
}

function unmarked({ text, href }: TextRun): TextRun {
  return href === undefined ? { text } : { text, href }
}

function pieceEnd(costs: PrintCosts, from: number, { cursor, limit }: { cursor: Cursor; limit: PrintLimit }): number {
  const { text, before, inside } = costs
  const room = limit.maxLength - startCost(costs, from, { cursor, limit })
  let most = furthest(before, from, before[from]! + room)
  if (most === text.length || restFits(costs, from, { cursor, limit })) return text.length
  while (inside[most]) most--
  if (most <= from) return from + (text.codePointAt(from)! > 0xffff ? 2 : 1)
  return findBestBreak({ text, from, most, inside })
}

/** A piece that starts within a run reopens its marks, and its first character may need an escape. */
function startCost(costs: PrintCosts, from: number, { cursor, limit }: { cursor: Cursor; limit: PrintLimit }): number {
  const escapes = limit.markup === 'commonmark' ? 1 : 0
  return escapes + (from > cursor.start ? costs.marks[cursor.index]! : 0)
}

/** The costs are an upper bound: near the end, measures exactly whether one piece is enough. */
function restFits(
  { text, before }: PrintCosts,
  from: number,
  { cursor, limit }: { cursor: Cursor; limit: PrintLimit },
): boolean {
  if (limit.markup === 'plain' || before[text.length]! - before[from]! > limit.maxLength * 1.5) return false
  return fitsLength(printRuns(slice(cursor, from, text.length), limit.markup), limit.maxLength, limit.unit)
}

/** Returns the last position with at most this cost before it. */
function furthest(before: Float64Array, from: number, budget: number): number {
  let low = from
  let high = before.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (before[middle]! <= budget) low = middle
    else high = middle - 1
  }
  return low
}

function advance(cursor: Cursor, to: number): void {
  while (cursor.index < cursor.runs.length) {
    const end = cursor.start + cursor.runs[cursor.index]!.text.length
    if (end > to) return
    cursor.start = end
    cursor.index++
  }
}

/** Returns the runs of a piece, without trailing whitespace. */
function slice(cursor: Cursor, from: number, to: number): TextRun[] {
  let last = cursor.index
  for (let start = cursor.start; last < cursor.runs.length && start < to; last++)
    start += cursor.runs[last]!.text.length
  const piece = sliceRuns(cursor.runs.slice(cursor.index, last), from - cursor.start, to - cursor.start)
  while (piece.length > 0) {
    const end = piece[piece.length - 1]!
    end.text = end.text.trimEnd()
    if (end.text !== '') break
    piece.pop()
  }
  return piece
}

/** Drops whitespace at a break; in code, where it is significant, only line breaks. */
function nextStart(cursor: Cursor, text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    advance(cursor, at)
    const code = text.charCodeAt(at)
    if (cursor.runs[cursor.index]!.code ? code !== 10 : !isSpace(code)) return at
  }
  return text.length
}
