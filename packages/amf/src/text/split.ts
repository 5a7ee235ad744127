import { isSpace } from './markdown/chars.ts'
import { inlineLinkUrls, printRuns } from './markdown/print.ts'
import { fitsLength } from './measure.ts'
import { sliceRuns, type TextRun } from './runs.ts'
import { toRun, toSpan } from './spans.ts'
import { findBestBreak } from './split/breaks.ts'
import { computePrintCosts, groupByLink, linkCost, marksCost, type PrintCosts, type PrintLimit } from './split/cost.ts'

/** Under this, marks would leave no room for words. */
const minLengthWithMarks = 48

/** A run that is not done yet, and where in the whole text it starts. */
type Cursor = { runs: TextRun[]; index: number; start: number }

/** The runs in pieces that each fit the limit when printed, broken where a reader minds it least. */
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

/** What can in no way be one unit is taken apart: a link longer than the limit, marks that leave no room. */
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

/** A piece that starts within a run opens its marks again; and its first character may need an escape. */
function startCost(costs: PrintCosts, from: number, { cursor, limit }: { cursor: Cursor; limit: PrintLimit }): number {
  const escapes = limit.markup === 'commonmark' ? 1 : 0
  return escapes + (from > cursor.start ? costs.marks[cursor.index]! : 0)
}

/** The costs are an upper bound: near the end it is worth a look whether one piece will do. */
function restFits(
  { text, before }: PrintCosts,
  from: number,
  { cursor, limit }: { cursor: Cursor; limit: PrintLimit },
): boolean {
  if (limit.markup === 'plain' || before[text.length]! - before[from]! > limit.maxLength * 1.5) return false
  return fitsLength(printRuns(slice(cursor, from, text.length), limit.markup), limit.maxLength, limit.unit)
}

/** The last position with at most this cost before it. */
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

/** The runs of a piece, without the white space at its end. */
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

/** White space at a break is dropped; in code, where it has a meaning, only line breaks are. */
function nextStart(cursor: Cursor, text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    advance(cursor, at)
    const code = text.charCodeAt(at)
    if (cursor.runs[cursor.index]!.code ? code !== 10 : !isSpace(code)) return at
  }
  return text.length
}
