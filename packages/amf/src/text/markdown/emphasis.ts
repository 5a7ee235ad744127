/** A run of `*`, `_` or `~` that may open or close emphasis, and its resolved role. */
export type DelimiterRun = {
  char: string
  size: number
  /** How many of its characters are unpaired so far; those are displayed. */
  left: number
  opens: boolean
  closes: boolean
  opened: EmphasisDepths
  closed: EmphasisDepths
}
export type EmphasisDepths = { bold: number; italic: number; strike: number }

export function createDelimiterRun(
  char: string,
  size: number,
  side: { opens: boolean; closes: boolean },
): DelimiterRun {
  return { char, size, left: size, ...side, opened: createEmphasisDepths(), closed: createEmphasisDepths() }
}

export function createEmphasisDepths(): EmphasisDepths {
  return { bold: 0, italic: 0, strike: 0 }
}

/**
 * Openers still to be closed, and for each kind of closer how far down it has already searched, which keeps this
 * linear.
 */
type Open = { marks: DelimiterRun[]; floors: Map<string, number> }

/** Pairs openers with closers, following CommonMark's "process emphasis". */
export function pairDelimiters(marks: DelimiterRun[]): void {
  const open: Open = { marks: [], floors: new Map() }
  for (const mark of marks) {
    if (mark.closes) closeWith(mark, open)
    if (mark.opens && mark.left > 0) open.marks.push(mark)
  }
}

function closeWith(closer: DelimiterRun, open: Open): void {
  while (closer.left > 0) {
    const at = findOpener(closer, open)
    if (at < 0) return
    const opener = open.marks[at]!
    pair(opener, closer)
    shrink(open, opener.left > 0 ? at + 1 : at)
  }
}

function findOpener(closer: DelimiterRun, open: Open): number {
  const sort = `${closer.char}${closer.opens}${closer.size % 3}`
  const floor = open.floors.get(sort) ?? 0
  for (let at = open.marks.length - 1; at >= floor; at--) if (isPair(open.marks[at]!, closer)) return at
  open.floors.set(sort, open.marks.length)
  return -1
}

/** Applies the "rule of three", which distinguishes `**a*b*c**` from `**a*` and `b*c**`. */
function isPair(opener: DelimiterRun, closer: DelimiterRun): boolean {
  if (opener.char !== closer.char) return false
  const ambiguous = opener.closes || closer.opens
  return !ambiguous || (opener.size + closer.size) % 3 !== 0 || opener.size % 3 === 0
}

function pair(opener: DelimiterRun, closer: DelimiterRun): void {
  const size = opener.left > 1 && closer.left > 1 ? 2 : 1
  const style = opener.char === '~' ? 'strike' : size === 2 ? 'bold' : 'italic'
  opener.left -= size
  closer.left -= size
  opener.opened[style]++
  closer.closed[style]++
}

function shrink(open: Open, length: number): void {
  open.marks.length = length
  for (const [sort, floor] of open.floors) if (floor > length) open.floors.set(sort, length)
}
