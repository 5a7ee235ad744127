import type { Markup } from '../../profiles/profile.ts'
import { plainText, type Run } from '../runs.ts'
import { isCode, newSpan, type Span, spanOf, stylesOf } from '../spans.ts'
import { commonmarkTokens } from './commonmark.ts'
import { layOut, type Marks, type Token, tokensOf, withoutMarksInWords } from './layout.ts'
import { nameOf } from './targets.ts'

const commonmark: Marks = { bold: '**', italic: '*', strike: '~~' }
const starred: Marks = { bold: '*', italic: '_', strike: '~' }

/** The runs as text in a channel's way of marking styles and links. */
export function printRuns(runs: Run[], markup: Markup): string {
  if (markup !== 'commonmark' && !runs.some(isMarked)) return printUnmarked(runs, markup)
  return printSpans(runs.map(spanOf), markup)
}

export function printSpans(spans: Span[], markup: Markup): string {
  switch (markup) {
    case 'plain':
      return withWrittenLinks(spans).reduce((text, span) => text + span.text, '')
    case 'starred':
      return layOut(withoutMarksInWords(starredTokens(withWrittenLinks(spans), (text) => text)), starred)
    case 'mrkdwn':
      return layOut(withoutMarksInWords(starredTokens(spans, escapeMrkdwn)), starred)
    case 'commonmark':
      return layOut(commonmarkTokens(spans), commonmark)
  }
}

function isMarked(run: Run): boolean {
  return Boolean(run.href || run.code || run.bold || run.italic || run.strike)
}

function printUnmarked(runs: Run[], markup: Markup): string {
  return markup === 'mrkdwn' ? escapeMrkdwn(plainText(runs)) : plainText(runs)
}

/** Without links: the address follows the text in parentheses, unless the text says it already. */
export function withWrittenLinks(spans: Span[]): Span[] {
  const written: Span[] = []
  let label = ''
  spans.forEach(({ text, bits, href }, at) => {
    written.push(newSpan(text, bits))
    if (href === undefined) return
    label += text
    if (spans[at + 1]?.href === href) return
    if (!says(label, href)) written.push(newSpan(` (${nameOf(href)})`, 0))
    label = ''
  })
  return written
}

/** Whether a text is its address, give or take the scheme and a slash at the end. */
function says(text: string, href: string): boolean {
  return text === href || bare(text) === bare(href)
}

function bare(address: string): string {
  return address.replace(/^(?:https?:\/\/|mailto:|tel:)/i, '').replace(/\/$/, '')
}

function starredTokens(spans: Span[], escaped: (text: string) => string): Token[] {
  return tokensOf(spans, (span, text) => {
    if (span.href !== undefined) return { text: mrkdwnLink(text, span.href), bits: stylesOf(span) }
    if (isCode(span)) return { text: ticked(escaped(text)), bits: text.includes('\n') ? 0 : stylesOf(span) }
    return { text: escaped(text), bits: stylesOf(span) }
  })
}

/** Backticks cannot be escaped in this markup: code that holds some may have to go without. */
function ticked(code: string): string {
  if (code.trim() === '') return code
  if (!code.includes('\n') && !code.includes('`')) return `\`${code}\``
  const clash = code.includes('```') || code.startsWith('`') || code.endsWith('`')
  return clash ? code : `\`\`\`${code}\`\`\``
}

function escapeMrkdwn(text: string): string {
  if (!/[&<>]/.test(text)) return text
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function mrkdwnLink(text: string, href: string): string {
  const address = href.replace(/[|<>\s]/g, (found) => encodeURIComponent(found)).replaceAll('&', '&amp;')
  if (text === href) return `<${address}>`
  return `<${address}|${escapeMrkdwn(text).replace(/\s/g, ' ').replaceAll('|', '¦')}>`
}
