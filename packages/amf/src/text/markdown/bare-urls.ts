import { isAsciiWord, isSpace } from './chars.ts'

export type UrlContext = {
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
