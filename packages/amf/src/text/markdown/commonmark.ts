import { isCode, type StyledSpan, stylesOf } from '../runs.ts'
import { isAsciiWord } from './chars.ts'
import { type LayoutToken, tokenizeSpans } from './layout.ts'
import { maxHrefLength } from './link-targets.ts'

/** Returns tokens that, once laid out, parse back to the same spans. */
export function printCommonmarkTokens(spans: StyledSpan[]): LayoutToken[] {
  const tokens: LayoutToken[] = []
  for (let from = 0; from < spans.length; ) {
    const { href } = spans[from]!
    let to = from + 1
    while (to < spans.length && spans[to]!.href === href) to++
    const group = spans.slice(from, to)
    append(tokens, href === undefined ? textTokens(group) : linkTokens(group, href))
    from = to
  }
  standFencesAlone(tokens)
  escapeLineStarts(tokens)
  return tokens
}

/** Joins two lists: trailing whitespace of the first moves in front of the next one's first token. */
function append(tokens: LayoutToken[], more: LayoutToken[]): void {
  const last = tokens[tokens.length - 1]
  const first = more[0]
  if (!first) return
  if (last?.text === '') {
    tokens.pop()
    first.before = last.before + first.before
  } else if (last && first.link && first.before === '' && last.bits === 0 && last.text.endsWith('!')) {
    // `![` would start an image.
    last.text = `${last.text.slice(0, -1)}\\!`
  }
  for (const token of more) tokens.push(token)
}

function textTokens(spans: StyledSpan[]): LayoutToken[] {
  return tokenizeSpans(spans, (span, text) => ({
    text: isCode(span) ? codeSpan(text) : escapeText(text),
    bits: stylesOf(span),
  }))
}

/** Marks stay inside the brackets: there they are always next to punctuation, so they always parse. */
function linkTokens(spans: StyledSpan[], href: string): LayoutToken[] {
  const only = spans.length === 1 ? spans[0]! : undefined
  if (only && only.text === href && only.bits === 0 && isAutolink(href)) {
    return [{ before: '', text: `<${href}>`, bits: 0, link: true }]
  }
  const inner = textTokens(spans.map((span) => ({ ...span, text: span.text.replaceAll('\n', ' ') })))
  const first = inner[0]
  if (!first) return []
  const start: LayoutToken = { before: first.before, text: '[', bits: 0, link: true }
  first.before = ''
  const end: LayoutToken = { before: '', text: `](${printTarget(href)})`, bits: 0, link: true }
  return [start, ...inner, end]
}

function isAutolink(href: string): boolean {
  return href.length <= maxHrefLength && /^https?:\/\/[^\s<>\p{Cc}]+$/iu.test(href)
}

function printTarget(href: string): string {
  const address = href.replace(/[\s\p{Cc}]/gu, (found) => encodeURIComponent(found))
  return /[()<>\\]/.test(address) ? `<${address.replace(/[<>\\]/g, '\\$&')}>` : address
}

const special = /[\\`*_~[\]<&]|:\/\//

function escapeText(text: string): string {
  if (!special.test(text)) return text
  return text
    .replace(/[\\`*~[\]<]/g, '\\$&')
    .replace(/_/g, (found, at: number, all: string) => (isInsideWord(all, at) ? found : '\\_'))
    .replace(/&(?=#?[a-z0-9]{1,32};)/gi, '\\&')
    .replace(/(https?):(?=\/\/)/gi, '$1\\:')
}

function isInsideWord(text: string, at: number): boolean {
  return isAsciiWord(text.charCodeAt(at - 1)) && isAsciiWord(text.charCodeAt(at + 1))
}

function codeSpan(code: string): string {
  if (code.trim() === '') return code
  if (code.includes('\n')) return fenced(code)
  const usedLengths = tickLengths(code)
  let length = 1
  while (usedLengths.has(length)) length++
  const fence = '`'.repeat(length)
  const padded = /^`|`$|^ .* $/s.test(code) ? ` ${code} ` : code
  return fence + padded + fence
}

/** A fence closes at the first run of equal length, so it must be longer than any inside. */
function fenced(code: string): string {
  const fence = '`'.repeat(Math.max(3, ...[...tickLengths(code)].map((length) => length + 1)))
  return `${fence}\n${code}\n${fence}`
}

function tickLengths(code: string): Set<number> {
  return new Set((code.match(/`+/g) ?? []).map((ticks) => ticks.length))
}

/** Multi-line code is a block, so it starts and ends on its own line. */
function standFencesAlone(tokens: LayoutToken[]): void {
  for (let at = 1; at < tokens.length; at++) {
    const token = tokens[at]!
    const meetsFence = token.text.includes('\n') || tokens[at - 1]!.text.includes('\n')
    if (meetsFence && !token.before.includes('\n')) token.before = '\n'
  }
}

/** Escapes text that would parse as a heading, a rule or another item at the start of a line. */
function escapeLineStarts(tokens: LayoutToken[]): void {
  tokens.forEach((token, at) => {
    const starts = at === 0 || token.before.includes('\n')
    if (starts && token.bits === 0 && !token.link) token.text = escapeLineStart(token.text, tokens[at + 1])
  })
}

function escapeLineStart(text: string, next: LayoutToken | undefined): string {
  if (/^(?:#{1,6}(?:\s|$)|[>=|])/.test(text)) return `\\${text}`
  const item = /^([-+]|\d{1,9}[.)])([ \t]*)/.exec(text)
  if (!item) return text
  const marker = item[1]!
  const alone = item[0] === text
  const space = alone ? (next?.before ?? '') : item[2]!
  if (/^ (?![ \t])[^\n]*$/.test(space) && /^-$|\.$/.test(marker)) return isRule(text) ? `- \\${text.slice(2)}` : text
  const harmless = space === '' && !alone && marker !== '-'
  return harmless ? text : `${text.slice(0, marker.length - 1)}\\${text.slice(marker.length - 1)}`
}

/** `- - -` is a rule, not an item. */
function isRule(text: string): boolean {
  return /^[- \t]*$/.test(text) && text.length > 2
}
