let segmenter: Intl.Segmenter | undefined

/** Returns the last grapheme boundary at or before `at`, given that `from` is one. */
export function graphemeBoundary(text: string, at: number, from = 0): number {
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
