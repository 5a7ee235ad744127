import { isCode, type StyledSpan, styleBits } from '../runs.ts'
import { findLeadingSpaceEnd, findTrailingSpaceStart, getClassAfter, getClassBefore } from './chars.ts'

export type StyleMarks = Record<keyof typeof styleBits, string>

/** Printed text without whitespace at its ends, and the whitespace before it. */
export type LayoutToken = { before: string; text: string; bits: number; link: boolean }
export type PrintedSpan = { text: string; bits: number }

function newToken(before: string, { text, bits }: PrintedSpan): LayoutToken {
  return { before, text, bits, link: false }
}

/** Splits the spans at line breaks and at the whitespace where they meet, so that marks can hug words. */
export function tokenizeSpans(
  spans: StyledSpan[],
  print: (span: StyledSpan, text: string) => PrintedSpan,
): LayoutToken[] {
  const tokens: LayoutToken[] = []
  let before = ''
  for (const span of spans) {
    if (isCode(span)) {
      tokens.push(newToken(before, print(span, span.text)))
      before = ''
      continue
    }
    for (const line of linesOf(span.text)) {
      const start = findLeadingSpaceEnd(line)
      const end = start === line.length ? start : findTrailingSpaceStart(line)
      before += line.slice(0, start)
      if (start === end) continue
      tokens.push(newToken(before, print(span, line.slice(start, end))))
      before = line.slice(end)
    }
  }
  // Preserves trailing whitespace.
  if (before !== '') tokens.push(newToken(before, { text: '', bits: 0 }))
  return tokens
}

/** Splits into lines; each line except the first starts with its line break. */
function linesOf(text: string): string[] {
  if (!text.includes('\n')) return [text]
  return text.split('\n').map((line, at) => (at === 0 ? line : `\n${line}`))
}

/** Places the marks: closed before whitespace, opened after it, never open across a line break. */
export function layOutTokens(tokens: LayoutToken[], marks: StyleMarks): string {
  let out = ''
  const open: Style[] = []
  const extents = tokens.some((token) => token.bits !== 0) ? extentsOf(tokens) : undefined
  tokens.forEach((token, at) => {
    const stay = token.before.includes('\n') ? 0 : token.bits
    while (open.some((style) => !(stay & styleBits[style]))) out += marks[open.pop()!]
    out += token.before
    for (const style of extents ? opening(token.bits, open, extents[at]!) : []) {
      open.push(style)
      out += marks[style]
    }
    out += token.text
  })
  while (open.length > 0) out += marks[open.pop()!]
  return out
}

type Style = keyof typeof styleBits
const styles: Style[] = ['bold', 'italic', 'strike']

/** For each token and style, the number of consecutive tokens from it on that have the style. */
function extentsOf(tokens: LayoutToken[]): Record<Style, number>[] {
  const extents: Record<Style, number>[] = []
  let next = { bold: 0, italic: 0, strike: 0 }
  for (let at = tokens.length - 1; at >= 0; at--) {
    const { bits } = tokens[at]!
    if (tokens[at + 1]?.before.includes('\n')) next = { bold: 0, italic: 0, strike: 0 }
    next = {
      bold: bits & styleBits.bold ? next.bold + 1 : 0,
      italic: bits & styleBits.italic ? next.italic + 1 : 0,
      strike: bits & styleBits.strike ? next.strike + 1 : 0,
    }
    extents[at] = next
  }
  return extents
}

/** Returns the styles to open, longest-lasting first. */
function opening(bits: number, open: Style[], extent: Record<Style, number>): Style[] {
  const missing = styles.filter((style) => bits & styleBits[style] && !open.includes(style))
  return missing.length < 2 ? missing : missing.sort((a, b) => extent[b] - extent[a])
}

/**
 * Removes marks inside words, for markup that can only mark whole words: `un*believ*able` would show its stars there.
 */
export function removeIntrawordMarks(tokens: LayoutToken[]): LayoutToken[] {
  for (let at = 1; at < tokens.length; at++) if (joins(tokens, at)) tokens[at]!.bits &= tokens[at - 1]!.bits
  for (let at = tokens.length - 1; at > 0; at--) if (joins(tokens, at)) tokens[at - 1]!.bits &= tokens[at]!.bits
  return tokens
}

/** Returns whether the token continues the word that the previous one ends with. */
function joins(tokens: LayoutToken[], at: number): boolean {
  const { before, text } = tokens[at]!
  if (before !== '' || text === '') return false
  const left = tokens[at - 1]!.text
  return getClassBefore(left, left.length) === 'letter' && getClassAfter(text, 0) === 'letter'
}
