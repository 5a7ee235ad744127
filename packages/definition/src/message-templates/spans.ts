/** A range of a text; `end` is exclusive. */
export type TextSpan = { start: number; end: number }

/** Overwrites every span with one character, which preserves offsets and hides the content. */
export function maskSpans(text: string, spans: readonly TextSpan[], sign: string): string {
  let result = ''
  let at = 0
  for (const { start, end } of spans) {
    result += text.slice(at, start) + sign.repeat(end - start)
    at = end
  }
  return result + text.slice(at)
}

/** Finds the spans that overlap a part of the text. Parts must be queried from left to right. */
export function createSpanFinder<S extends TextSpan>(spans: readonly S[]): (part: TextSpan) => S[] {
  let next = 0
  return ({ start, end }) => {
    while (next < spans.length && spans[next]!.end <= start) next++
    let last = next
    while (last < spans.length && spans[last]!.start < end) last++
    return spans.slice(next, last)
  }
}

/** Returns what remains of a part after removing the given spans, which must be in order. */
export function subtractSpans(part: TextSpan, spans: readonly TextSpan[]): TextSpan[] {
  const rest: TextSpan[] = []
  let start = part.start
  for (const span of spans) {
    if (span.start > start) rest.push({ start, end: span.start })
    start = span.end
  }
  if (part.end > start) rest.push({ start, end: part.end })
  return rest
}
