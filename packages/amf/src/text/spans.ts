import type { TextRun } from './runs.ts'

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
