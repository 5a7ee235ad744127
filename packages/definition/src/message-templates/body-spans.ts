/** A line of a body: `start` is the offset after the preceding line break, which begins at `breakStart`. */
export type BodyLine = TextSpan & { breakStart: number }

/** A line and its remaining spans; undefined when nothing of it remains. */
export type RetainedLine = { line: BodyLine; isBlank: boolean; spans: TextSpan[] | undefined }

export function splitBodyLines(text: string): BodyLine[] {
  const lines: BodyLine[] = []
  let [breakStart, start] = [0, 0]
  for (const { 0: sign, index } of text.matchAll(/\r\n?|\n|$/g)) {
    lines.push({ breakStart, start, end: index })
    breakStart = index
    start = index + sign.length
  }
  return lines
}

/** Joins the lines again. A line that became empty is dropped with its line break. */
export function joinRetainedLines(lines: readonly RetainedLine[]): TextSpan[] {
  return dropEmptiedLines(lines).flatMap(({ line, spans = [] }, index) =>
    index === 0 ? spans : [{ start: line.breakStart, end: line.start }, ...spans],
  )
}

/** Drops the empty lines before a dropped paragraph; for the first paragraph, those after it. */
function dropEmptiedLines(lines: readonly RetainedLine[]): RetainedLine[] {
  const groups: RetainedLine[][] = []
  let blanks: RetainedLine[] = []
  let saysAnything = false
  let skipsBlanks = false
  for (const group of groupParagraphs(lines)) {
    const rest = group.filter(({ spans }) => spans !== undefined)
    if (group[0]?.isBlank) blanks = skipsBlanks ? blanks : group
    else if (rest.length > 0) {
      groups.push(blanks, rest)
      blanks = []
      saysAnything = true
    } else if (saysAnything) blanks = []
    skipsBlanks = !saysAnything && rest.length === 0
  }
  return saysAnything ? [...groups.flat(), ...blanks] : []
}

function groupParagraphs(lines: readonly RetainedLine[]): RetainedLine[][] {
  const groups: RetainedLine[][] = []
  for (const line of lines) {
    const group = groups.at(-1)
    if (group && group[0]?.isBlank === line.isBlank) group.push(line)
    else groups.push([line])
  }
  return groups
}

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
