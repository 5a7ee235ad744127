import { parseBlocks } from './markdown/blocks.ts'
import { findLeadingSpaceEnd, findTrailingSpaceStart } from './markdown/chars.ts'
import { parseInline } from './markdown/inline.ts'
import { printRuns, printSpans } from './markdown/print.ts'
import { settleSpans } from './markdown/settle.ts'
import {
  codeBit,
  createSpan,
  isCode,
  pushSpan,
  type StyledSpan,
  styleBits,
  stylesOf,
  type TextRun,
  toLiteralRuns,
  toRun,
} from './runs.ts'

/** Whitespace between two words that has not been placed yet. */
type Gap = { text: string; href: string | undefined }

/**
 * Gives whitespace the styles that the words on both sides share: `**a** **b**` and `**a b**` look the same, so they
 * become the same. Drops it around the whole text and around line breaks, except for the indentation of items.
 */
function tidySpans(spans: StyledSpan[]): StyledSpan[] {
  const tidy: StyledSpan[] = []
  let gap: Gap = { text: '', href: undefined }
  let left: StyledSpan | undefined
  for (const span of spans) {
    const start = isCode(span) ? 0 : findLeadingSpaceEnd(span.text)
    if (start === span.text.length) {
      gap = joined(gap, span, span.text)
      continue
    }
    const end = isCode(span) ? span.text.length : findTrailingSpaceStart(span.text)
    const core = createSpan(tidyCore(span.text.slice(start, end), span), span.bits, span.href)
    if (left) pushSpan(tidy, gapBetween(left, core, joined(gap, span, span.text.slice(0, start))))
    pushSpan(tidy, core)
    gap = { text: span.text.slice(end), href: span.href }
    left = span
  }
  return tidy
}

/** Whitespace at the end of a line is invisible and would not parse back. */
function tidyCore(text: string, span: StyledSpan): string {
  return isCode(span) || !/[ \t]\n/.test(text) ? text : text.replace(/[ \t]+\n/g, '\n')
}

function joined(gap: Gap, span: StyledSpan, more: string): Gap {
  if (more === '') return gap
  return { text: gap.text + more, href: gap.text === '' || gap.href === span.href ? span.href : undefined }
}

function gapBetween(left: StyledSpan, right: StyledSpan, gap: Gap): StyledSpan {
  const href = left.href === right.href && left.href === gap.href ? gap.href : undefined
  return createSpan(tidyGap(gap.text, right), stylesOf(left) & stylesOf(right), href)
}

function tidyGap(text: string, right: StyledSpan): string {
  const last = text.lastIndexOf('\n')
  if (last < 0) return text
  const breaks = text.indexOf('\n') < last ? '\n\n' : '\n'
  const indent = text.slice(last + 1)
  return isSpaces(indent) && startsItem(right) ? breaks + indent : breaks
}

function isSpaces(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) !== 32) return false
  return true
}

function startsItem(span: StyledSpan): boolean {
  return span.bits === 0 && span.href === undefined && /^(?:-|\d{1,9}\.)(?: (?![ \t])|$)/.test(span.text.slice(0, 12))
}

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
