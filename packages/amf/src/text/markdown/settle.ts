import { codeBit, createSpan, isCode, pushSpan, type StyledSpan, styleBits, stylesOf } from '../runs.ts'
import { findLeadingSpaceEnd, findTrailingSpaceStart, getClassAfter, getClassBefore, isSpace } from './chars.ts'

/**
 * Where two styles meet inside a word, CommonMark often cannot express it. Such spans stay if they survive printing and
 * parsing; otherwise each affected word gets only the styles common to all of it.
 */
export function settleSpans(spans: StyledSpan[], reread: (spans: StyledSpan[]) => StyledSpan[]): StyledSpan[] {
  if (!spans.some((span, at) => at > 0 && isFragile(spans[at - 1]!, span))) return spans
  return isSame(reread(spans), spans) ? spans : unified(spans)
}

function isSame(a: StyledSpan[], b: StyledSpan[]): boolean {
  return a.length === b.length && a.every((span, at) => isEqual(span, b[at]!))
}

function isEqual(a: StyledSpan, b: StyledSpan): boolean {
  return a.text === b.text && a.bits === b.bits && a.href === b.href
}

/** Returns true unless the marks between these two certainly parse as intended. */
function isFragile(left: StyledSpan, right: StyledSpan): boolean {
  if (!meets(left, right) || stylesOf(left) === stylesOf(right)) return false
  if (stylesOf(left) !== 0 && stylesOf(right) !== 0) return true
  const before = isCode(left) ? 'punctuation' : getClassBefore(left.text, left.text.length)
  const after = isCode(right) ? 'punctuation' : getClassAfter(right.text, 0)
  return stylesOf(left) !== 0
    ? after === 'letter' && (before === 'punctuation' || isTwofold(left))
    : before === 'letter' && (after === 'punctuation' || isTwofold(right))
}

/** Returns whether nothing separates the two: no whitespace and no link bracket. */
function meets(left: StyledSpan, right: StyledSpan): boolean {
  if (left.href !== right.href) return false
  const spaceLeft = !isCode(left) && isSpace(left.text.charCodeAt(left.text.length - 1))
  const spaceRight = !isCode(right) && isSpace(right.text.charCodeAt(0))
  return !spaceLeft && !spaceRight
}

/** Marked with both stars and tildes: one of them is always adjacent to the other, which is punctuation. */
function isTwofold(span: StyledSpan): boolean {
  return (span.bits & styleBits.strike) !== 0 && stylesOf(span) !== styleBits.strike
}

/** Gives each affected word the styles common to all its parts. */
function unified(spans: StyledSpan[]): StyledSpan[] {
  const parts = spans.flatMap(toParts)
  const settled: StyledSpan[] = []
  for (let from = 0; from < parts.length; ) {
    let to = from + 1
    let fragile = false
    while (to < parts.length && meets(parts[to - 1]!, parts[to]!)) {
      fragile ||= isFragile(parts[to - 1]!, parts[to]!)
      to++
    }
    const word = parts.slice(from, to)
    for (const part of fragile ? withCommonStyles(word) : word) pushSpan(settled, part)
    from = to
  }
  return settled
}

function withCommonStyles(word: StyledSpan[]): StyledSpan[] {
  const bits = word.reduce((common, part) => common & stylesOf(part), 7)
  return word.map((part) => createSpan(part.text, bits | (part.bits & codeBit), part.href))
}

/** Splits into the first word, the middle, and the last word: only the outer ones can meet a neighbor. */
function toParts(span: StyledSpan): StyledSpan[] {
  if (isCode(span)) return [{ ...span }]
  const first = firstWordEnd(span.text)
  const last = Math.max(first, lastWordStart(span.text))
  const texts = [span.text.slice(0, first), span.text.slice(first, last), span.text.slice(last)]
  return texts.filter((text) => text !== '').map((text) => ({ ...span, text }))
}

function firstWordEnd(text: string): number {
  let at = findLeadingSpaceEnd(text)
  while (at < text.length && !isSpace(text.charCodeAt(at))) at++
  return at
}

function lastWordStart(text: string): number {
  let at = findTrailingSpaceStart(text)
  while (at > 0 && !isSpace(text.charCodeAt(at - 1))) at--
  return at
}
