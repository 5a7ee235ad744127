import { isAsciiPunctuation, isAsciiWord, isSpace } from './chars.ts'

/** A longer URL is treated as plain text. */
export const maxHrefLength = 2048

/** Deep nesting has no use, and a limit keeps parsing of repeated `[a](` linear. */
const maxParentheses = 8

/** The end position, and the URL; undefined when the URL is not allowed. */
export type LinkTarget = { end: number; href: string | undefined }

/** Parses `(address "title")`. */
export function parseLinkTarget(source: string, at: number): LinkTarget | undefined {
  const start = skipSpace(source, at + 1)
  const angled = source[start] === '<'
  const stop = angled ? angledEnd(source, start + 1) : bareEnd(source, start)
  if (stop < 0) return undefined
  const end = skipTitle(source, angled ? stop + 1 : stop)
  if (source[end] !== ')') return undefined
  const href = unescaped(source.slice(angled ? start + 1 : start, stop))
  return { end: end + 1, href: isAllowedHref(href) ? href : undefined }
}

/** Allows only URLs that a person can open from a message: no scripts, files or relative URLs. */
export function isAllowedHref(href: string): boolean {
  return href.length <= maxHrefLength && /^(?:https?:\/\/|mailto:|tel:)./i.test(href)
}

export function getLinkName(href: string): string {
  return href.replace(/^(?:mailto|tel):/i, '')
}

/** Parses `<https://…>` from its first character. */
export function parseAutolink(source: string, at: number): LinkTarget | undefined {
  if (!/^(?:https?:\/\/|mailto:|tel:)/i.test(source.slice(at + 1, at + 9))) return undefined
  const stop = angledEnd(source, at + 1, false)
  const href = stop < 0 ? '' : source.slice(at + 1, stop)
  return isAllowedHref(href) ? { end: stop + 1, href } : undefined
}

function angledEnd(source: string, from: number, escapes = true): number {
  const last = Math.min(source.length, from + 2 * maxHrefLength)
  for (let at = from; at < last; at++) {
    const code = source.charCodeAt(at)
    if (code === 62) return at
    if (code === 60 || isSeparator(code)) return -1
    if (escapes && code === 92 && isAsciiPunctuation(source.charCodeAt(at + 1))) at++
  }
  return -1
}

function bareEnd(source: string, from: number): number {
  const last = Math.min(source.length, from + 2 * maxHrefLength)
  let depth = 0
  for (let at = from; at < last; at++) {
    const code = source.charCodeAt(at)
    if (isSeparator(code)) return at
    if (code === 41 && depth-- === 0) return at
    if (code === 40 && ++depth > maxParentheses) return -1
    if (code === 92 && isAsciiPunctuation(source.charCodeAt(at + 1))) at++
  }
  return -1
}

function isSeparator(code: number): boolean {
  return code < 33 || code === 127 || isSpace(code)
}

function skipSpace(source: string, from: number): number {
  let at = from
  while (at < source.length && isSpace(source.charCodeAt(at))) at++
  return at
}

function skipTitle(source: string, from: number): number {
  const start = skipSpace(source, from)
  const quote = source.charCodeAt(start)
  if (start === from || (quote !== 34 && quote !== 39)) return start
  for (let at = start + 1; at < source.length; at++) {
    const code = source.charCodeAt(at)
    if (code === quote) return skipSpace(source, at + 1)
    if (code === 92) at++
  }
  return start
}

function unescaped(address: string): string {
  return address.includes('\\') ? address.replace(/\\([!-/:-@[-`{-~])/g, '$1') : address
}

type UrlContext = {
  /** Start of the text that belongs to no node yet: no URL starts before it. */
  from: number
  /** Inside `[`, where a `]` ends the URL. */
  bracketed: boolean
  /** Returns whether a run of this delimiter is open; if so, the same delimiter at the URL's end closes it. */
  isOpen(delimiter: string): boolean
}

/** Finds the bare `http://` or `https://` URL around the colon at `colon`. */
export function findBareUrl(source: string, colon: number, context: UrlContext) {
  if (source[colon + 1] !== '/' || source[colon + 2] !== '/') return undefined
  const scheme = /https?$/i.exec(source.slice(Math.max(context.from, colon - 5), colon))
  if (!scheme) return undefined
  const start = colon - scheme[0].length
  if (start > context.from && isAsciiWord(source.charCodeAt(start - 1))) return undefined
  const end = trimEnd(source, { start: colon + 3, end: findFarEnd(source, colon + 3, context.bracketed) }, context)
  return end > colon + 3 ? { start, end } : undefined
}

/** Stops at whitespace, `<`, `>`, and Chinese and Japanese punctuation, which no URL contains. */
function findFarEnd(source: string, from: number, bracketed: boolean): number {
  let at = from
  let depth = 0
  for (; at < source.length; at++) {
    const code = source.charCodeAt(at)
    if (code === 91) depth++
    if (code === 93 && bracketed && depth-- === 0) break
    if (code === 60 || code === 62 || code === 92 || code === 96 || isSpace(code) || isWidePunctuation(code)) break
  }
  return at
}

function isWidePunctuation(code: number): boolean {
  return (code >= 0x3001 && code <= 0x3011) || (code >= 0xff01 && code <= 0xff1f && !(code >= 0xff10 && code <= 0xff19))
}

function trimEnd(source: string, span: { start: number; end: number }, context: UrlContext): number {
  let { end } = span
  let surplus = countSurplusClosing(source, span)
  while (end > span.start) {
    const last = source[end - 1]!
    if (last === ')' ? surplus-- > 0 : `?!.,:;'"|…’”»`.includes(last)) end--
    else if ('*_~'.includes(last) && context.isOpen(last)) end = startOfRepeat(source, end, span.start)
    else break
  }
  return end
}

function countSurplusClosing(source: string, { start, end }: { start: number; end: number }): number {
  let surplus = 0
  for (let at = start; at < end; at++) {
    const code = source.charCodeAt(at)
    if (code === 41) surplus++
    else if (code === 40) surplus--
  }
  return surplus
}

function startOfRepeat(source: string, end: number, least: number): number {
  let at = end - 1
  while (at > least && source[at - 1] === source[end - 1]) at--
  return at
}
