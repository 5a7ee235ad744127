import type { LengthUnit } from '../profiles/profile.ts'

export function measureLength(text: string, unit: LengthUnit): number {
  return unit === 'characters' ? text.length : byteLength(text)
}

/** Decides most cases without reading the text: a UTF-16 unit is one to three bytes. */
export function fitsLength(text: string, maxLength: number, unit: LengthUnit): boolean {
  if (unit === 'characters') return text.length <= maxLength
  if (text.length * 3 <= maxLength) return true
  return text.length <= maxLength && byteLength(text) <= maxLength
}

/**
 * Returns how many UTF-16 units from the start fit, never splitting a surrogate pair. Reads no further than necessary.
 */
export function findFittingPrefix(text: string, maxLength: number, unit: LengthUnit): number {
  if (unit === 'characters') return alignToCodePoint(text, Math.min(maxLength, text.length))
  let bytes = 0
  let at = 0
  while (at < text.length) {
    const code = text.codePointAt(at) as number
    bytes += countUtf8Bytes(code)
    if (bytes > maxLength) return at
    at += code > 0xffff ? 2 : 1
  }
  return at
}

/** Moves a position inside a surrogate pair to before the pair. */
export function alignToCodePoint(text: string, at: number): number {
  const inside = isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1))
  return inside ? at - 1 : at
}

export function countUtf8Bytes(codePoint: number): number {
  if (codePoint < 0x80) return 1
  if (codePoint < 0x800) return 2
  return codePoint < 0x10000 ? 3 : 4
}

function byteLength(text: string): number {
  let bytes = text.length
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x80) continue
    if (code < 0x800) bytes += 1
    else {
      bytes += 2
      if (isHigh(code) && isLow(text.charCodeAt(at + 1))) at++
    }
  }
  return bytes
}

function isHigh(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}

function isLow(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}

let segmenter: Intl.Segmenter | undefined

/** Returns the last grapheme boundary at or before `at`, given that `from` is one. */
export function findGraphemeBoundary(text: string, at: number, from = 0): number {
  if (at >= text.length) return text.length
  if (at <= from || isPlainBoundary(text, at)) return at
  const start = windowStart(text, at, from)
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  let last = start
  // Whether a position is a grapheme boundary depends on the text before it and on the one code point after it.
  for (const { index } of segmenter.segment(text.slice(start, at + 2))) {
    if (start + index > at) break
    last = start + index
  }
  return last
}

function windowStart(text: string, at: number, from: number): number {
  let start = at - 1
  while (start > from && !isPlainBoundary(text, start)) start--
  return start
}

/** There is always a boundary between two plain characters, except within CR LF. */
function isPlainBoundary(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1)
  const after = text.charCodeAt(at)
  return isPlain(before) && isPlain(after) && !(before === 13 && after === 10)
}

/** ASCII, kana without their combining marks, and the common ideographs. */
function isPlain(code: number): boolean {
  return code < 0x80 || (code >= 0x4e00 && code <= 0x9fff) || (code >= 0x3041 && code <= 0x3096)
}

const ellipsis = '…'

/** Returns the text if it fits, else as many whole graphemes as fit, including the ellipsis. */
export function truncate(text: string, maxLength: number, unit: LengthUnit = 'characters'): string {
  if (fitsLength(text, maxLength, unit)) return text
  const room = maxLength - measureLength(ellipsis, unit)
  if (room < 0) return text.slice(0, findFittingPrefix(text, maxLength, unit))
  const most = findFittingPrefix(text, room, unit)
  // A single grapheme can exceed the limit: then it is cut between code points.
  const end = findGraphemeBoundary(text, most) || most
  return text.slice(0, end).trimEnd() + ellipsis
}
