import type { Markup } from '../../profiles/profile.ts'
import { createSpan, isCode, type StyledSpan, stylesOf, type TextRun, toPlainText, toSpan } from '../runs.ts'

import { printCommonmarkTokens } from './commonmark.ts'
import { type LayoutToken, layOutTokens, removeIntrawordMarks, type StyleMarks, tokenizeSpans } from './layout.ts'
import { getLinkName } from './link-targets.ts'

const commonmark: StyleMarks = { bold: '**', italic: '*', strike: '~~' }
const starred: StyleMarks = { bold: '*', italic: '_', strike: '~' }

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
      return layOutTokens(printCommonmarkTokens(spans), commonmark)
  }
}

function isMarked(run: TextRun): boolean {
  return Boolean(run.href || run.code || run.bold || run.italic || run.strike)
}

function printUnmarked(runs: TextRun[], markup: Markup): string {
  return markup === 'mrkdwn' ? escapeMrkdwn(toPlainText(runs)) : toPlainText(runs)
}

/** For markup without links: puts the URL in parentheses after the text, unless the text already is the URL. */
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

/** Compares a text with its URL, ignoring the scheme and a trailing slash. */
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

/** This markup cannot escape backticks, so code that contains some may lose its marks. */
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
