import { createSpanFinder, subtractSpans, type TextSpan } from './body-spans.ts'

/** A removed part of a line: a sentence, or something within one. */
export type RemovedSpan = TextSpan & { isSentence: boolean }

/** Returns what remains of a part of a line around its gaps, without dangling spaces, commas or dashes. */
export function tidyAround(body: string, part: TextSpan, gaps: readonly RemovedSpan[]): TextSpan[] {
  const pieces = subtractSpans(part, gaps).map((piece) => ({
    start: piece.start > part.start ? spaceEnd(body, piece) : piece.start,
    end: piece.end < part.end ? spaceStart(body, piece) : piece.end,
  }))
  const nonEmpty = pieces.filter(isNotEmpty)
  const [first, last] = [nonEmpty[0], nonEmpty.at(-1)]
  if (first && first.start > part.start) first.start = headEnd(body, first)
  if (last && last.end < part.end) last.end = tailStart(body, last)
  return joined(body, nonEmpty.filter(isNotEmpty), gaps)
}

/** Keeps one space of the body between two pieces, unless the second closes what the first opened. */
function joined(body: string, pieces: readonly TextSpan[], gaps: readonly RemovedSpan[]): TextSpan[] {
  const gapsIn = createSpanFinder(gaps)
  const spans: TextSpan[] = []
  for (const piece of pieces) {
    const before = spans.at(-1)
    const between = before && { start: before.end, end: piece.start }
    if (before && between && closes(body, piece) && !gapsIn(between).some(({ isSentence }) => isSentence)) {
      before.end = tailStart(body, before)
    } else if (between) spans.push(spaceIn(body, between))
    spans.push(piece)
  }
  return spans.filter(isNotEmpty)
}

function isNotEmpty({ start, end }: TextSpan): boolean {
  return start < end
}

function closes(body: string, { start }: TextSpan): boolean {
  return /[.!?…)\]}”»]/u.test(body[start]!) || (/[,:;]/.test(body[start]!) && isSpace(body[start + 1]))
}

/** Returns the end of the leading whitespace and punctuation that followed something removed. */
function headEnd(body: string, { start, end }: TextSpan): number {
  let at = start
  while (at < end && /[-–—,;:.!?…]/u.test(body[at]!)) at++
  return at === end || isSpace(body[at]) ? spaceEnd(body, { start: at, end }) : start
}

/**
 * Returns the start of the trailing whitespace and punctuation that preceded something removed. A dash counts only when
 * it stands alone.
 */
function tailStart(body: string, { start, end }: TextSpan): number {
  let at = spaceStart(body, { start, end })
  while (at > start && (/[,;:]/.test(body[at - 1]!) || (/[-–—]/u.test(body[at - 1]!) && isSpace(body[at - 2])))) {
    at = spaceStart(body, { start, end: at - 1 })
  }
  return at
}

function spaceIn(body: string, { start, end }: TextSpan): TextSpan {
  const behind = spaceEnd(body, { start, end })
  return behind > start ? { start, end: behind } : { start: spaceStart(body, { start, end }), end }
}

function spaceEnd(body: string, { start, end }: TextSpan): number {
  let at = start
  while (at < end && isSpace(body[at])) at++
  return at
}

function spaceStart(body: string, { start, end }: TextSpan): number {
  let at = end
  while (at > start && isSpace(body[at - 1])) at--
  return at
}

function isSpace(character: string | undefined): boolean {
  return character === undefined || character.trim() === ''
}
