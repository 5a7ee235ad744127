import type { Markup } from '../../profiles/profile.ts'
import { plainText, type TextRun } from '../runs.ts'
import { createSpan, isCode, type StyledSpan, stylesOf, toSpan } from '../spans.ts'
import { commonmarkTokens } from './commonmark.ts'
import { type LayoutToken, layOutTokens, removeIntrawordMarks, type StyleMarks, tokenizeSpans } from './layout.ts'
import { getLinkName } from './link-targets.ts'

const commonmark: StyleMarks = { bold: '**', italic: '*', strike: '~~' }
const starred: StyleMarks = { bold: '*', italic: '_', strike: '~' }

/** The runs as text in a channel's way of marking styles and links. */
export function printRuns(runs: TextRun[], markup: Markup): string {
  if (markup !== 'commonmark' && !runs.some(isMarked)) return printUnmarked(runs, markup)
  return printSpans(runs.map(toSpan), markup)
}

export function printSpans(spans: StyledSpan[], markup: Markup): string {
  switch (markup) {
    case 'plain':
      return inlineLinkUrls(spans).reduce((text, span) => text + span.text, '')
    case 'starred':
      return layOutTokens(removeIntrawordMarks(starredTokens(inlineLinkUrls(spans), (text) => text)), starred)
    case 'mrkdwn':
      return layOutTokens(removeIntrawordMarks(starredTokens(spans, escapeMrkdwn)), starred)
    case 'commonmark':
      return layOutTokens(commonmarkTokens(spans), commonmark)
  }
}

function isMarked(run: TextRun): boolean {
  return Boolean(run.href || run.code || run.bold || run.italic || run.strike)
}

function printUnmarked(runs: TextRun[], markup: Markup): string {
  return markup === 'mrkdwn' ? escapeMrkdwn(plainText(runs)) : plainText(runs)
}

/** Without links: the address follows the text in parentheses, unless the text says it already. */
export function inlineLinkUrls(spans: StyledSpan[]): StyledSpan[] {
  const written: StyledSpan[] = []
  let label = ''
  spans.forEach(({ text, bits, href }, at) => {
    written.push(createSpan(text, bits))
    if (href === undefined) return
    label += text
    if (spans[at + 1]?.href === href) return
    if (!isSameUrl(label, href)) written.push(createSpan(` (${getLinkName(href)})`, 0))
    label = ''
  })
  return written
}

/** Whether a text is its address, give or take the scheme and a slash at the end. */
function isSameUrl(text: string, href: string): boolean {
  return text === href || stripScheme(text) === stripScheme(href)
}

function stripScheme(address: string): string {
  return address.replace(/^(?:https?:\/\/|mailto:|tel:)/i, '').replace(/\/$/, '')
}

function starredTokens(spans: StyledSpan[], escaped: (text: string) => string): LayoutToken[] {
  return tokenizeSpans(spans, (span, text) => {
    if (span.href !== undefined) return { text: mrkdwnLink(text, span.href), bits: stylesOf(span) }
    if (isCode(span)) return { text: wrapInBackticks(escaped(text)), bits: text.includes('\n') ? 0 : stylesOf(span) }
    return { text: escaped(text), bits: stylesOf(span) }
  })
}

/** Backticks cannot be escaped in this markup: code that holds some may have to go without. */
function wrapInBackticks(code: string): string {
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
