import { parseBlocks } from './markdown/blocks.ts'
import { parseInline } from './markdown/inline.ts'
import { printRuns, printSpans } from './markdown/print.ts'
import { settleSpans } from './markdown/settle.ts'
import { tidySpans } from './markdown/tidy.ts'
import { type TextRun, toLiteralRuns } from './runs.ts'
import { codeBit, createSpan, pushSpan, type StyledSpan, styleBits, toRun } from './spans.ts'

export { printRuns }

/** Parses our subset of CommonMark into a flat list: styles, links and code as runs, blocks as lines. */
export function parseMarkdown(source: string): TextRun[] {
  const wellFormed = source.isWellFormed() ? source : source.toWellFormed()
  const text = wellFormed.trim()
  return isPlain(text) ? toLiteralRuns(text) : settle(parseOnce(wellFormed)).map(toRun)
}

/** Returns the text as a person reads it, with URLs written out and no markup. */
export function toReadableText(runs: TextRun[]): string {
  return printRuns(runs, 'plain')
}

/**
 * Fast path for most messages: no markup, no URL, and no line that starts like a heading or an item, or has surrounding
 * whitespace.
 */
function isPlain(text: string): boolean {
  if (/[\\`*_~[<\r]/.test(text) || /^[-+#\d]/.test(text) || text.includes('://')) return false
  return !text.includes('\n') || !/\n(?:[-+#\d]|[^\S\n]|\n\n)|[^\S\n]\n/.test(text)
}

function settle(spans: StyledSpan[]): StyledSpan[] {
  const settled = settleSpans(spans, (fragile) => parseOnce(printSpans(fragile, 'commonmark')))
  return settled === spans ? spans : tidySpans(settled)
}

function parseOnce(source: string): StyledSpan[] {
  const lines = source.includes('\r') ? source.replace(/\r\n?/g, '\n') : source
  const spans: StyledSpan[] = []
  let separator = ''
  for (const block of parseBlocks(lines)) {
    if (block.kind === 'gap') {
      separator = '\n\n'
      continue
    }
    pushSpan(spans, createSpan(separator, 0))
    separator = '\n'
    if (block.kind === 'code') pushSpan(spans, createSpan(block.text, codeBit))
    else {
      pushSpan(spans, createSpan(block.prefix, 0))
      parseInline(block.text, block.heading ? styleBits.bold : 0, spans)
    }
  }
  return tidySpans(spans)
}
