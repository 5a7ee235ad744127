/** Part of a text: `end` is the offset behind its last character. */
export type TextSpan = { start: number; end: number }

/** The text with every span filled by one sign, so that offsets stay and nothing inside is seen. */
export function maskSpans(text: string, spans: readonly TextSpan[], sign: string): string {
  let result = ''
  let at = 0
  for (const { start, end } of spans) {
    result += text.slice(at, start) + sign.repeat(end - start)
    at = end
  }
  return result + text.slice(at)
}

/** Finds the spans that reach into a part of the text. The parts must be asked for from left to right. */
export function createSpanFinder<S extends TextSpan>(spans: readonly S[]): (part: TextSpan) => S[] {
  let next = 0
  return ({ start, end }) => {
    while (next < spans.length && spans[next]!.end <= start) next++
    let last = next
    while (last < spans.length && spans[last]!.start < end) last++
    return spans.slice(next, last)
  }
}

/** What is left of a part when the spans in it, in their order, are taken out. */
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
