/** A stretch of text in one style. Line breaks are `\n` in the text. */
export type TextRun = { text: string; bold?: true; italic?: true; strike?: true; code?: true; href?: string }

export function toPlainText(runs: TextRun[]): string {
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

/** A run in one fixed object shape, which makes parsing and printing fast. All bits except `code` are inline marks. */
export type StyledSpan = { text: string; bits: number; href: string | undefined }

export const styleBits = { bold: 1, italic: 2, strike: 4 } as const
export const codeBit = 8
const styleMask = 7

export function createSpan(text: string, bits: number, href?: string): StyledSpan {
  return { text, bits, href }
}

export function stylesOf(span: StyledSpan): number {
  return span.bits & styleMask
}

export function isCode(span: StyledSpan): boolean {
  return (span.bits & codeBit) !== 0
}

export function toSpan(run: TextRun): StyledSpan {
  const styles =
    (run.bold ? styleBits.bold : 0) | (run.italic ? styleBits.italic : 0) | (run.strike ? styleBits.strike : 0)
  return { text: run.text, bits: styles | (run.code ? codeBit : 0), href: run.href }
}

export function toRun({ text, bits, href }: StyledSpan): TextRun {
  const run: TextRun = { text }
  if (bits & styleBits.bold) run.bold = true
  if (bits & styleBits.italic) run.italic = true
  if (bits & styleBits.strike) run.strike = true
  if (bits & codeBit) run.code = true
  if (href !== undefined) run.href = href
  return run
}

/**
 * Appends a span, merging it into the last one if both have the same style. It changes the last span in place: the list
 * under construction owns its spans.
 */
export function pushSpan(spans: StyledSpan[], span: StyledSpan): void {
  if (span.text === '') return
  const last = spans[spans.length - 1]
  if (last !== undefined && last.bits === span.bits && last.href === span.href) last.text += span.text
  else spans.push(span)
}
