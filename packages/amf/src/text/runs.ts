/** A stretch of text in one style. Line breaks are `\n` in the text. */
export type TextRun = { text: string; bold?: true; italic?: true; strike?: true; code?: true; href?: string }

export function plainText(runs: TextRun[]): string {
  if (runs.length === 1) return runs[0]!.text
  let text = ''
  for (const run of runs) text += run.text
  return text
}

export function toLiteralRuns(text: string): TextRun[] {
  return text === '' ? [] : [{ text }]
}

export function hasSameStyle(a: TextRun, b: TextRun): boolean {
  return a.bold === b.bold && a.italic === b.italic && a.strike === b.strike && a.code === b.code && a.href === b.href
}

/**
 * Appends a run, merging it into the last one if both have the same style. It changes the last run in place: the list
 * under construction owns its runs.
 */
export function pushRun(runs: TextRun[], run: TextRun): void {
  if (run.text === '') return
  const last = runs[runs.length - 1]
  if (last && hasSameStyle(last, run)) last.text += run.text
  else runs.push(run)
}

/** Returns the runs between two UTF-16 positions of their concatenated text. */
export function sliceRuns(runs: TextRun[], from: number, to: number): TextRun[] {
  const slice: TextRun[] = []
  let start = 0
  for (const run of runs) {
    const end = start + run.text.length
    if (start >= to) break
    if (end > from) pushRun(slice, { ...run, text: run.text.slice(Math.max(0, from - start), to - start) })
    start = end
  }
  return slice
}
