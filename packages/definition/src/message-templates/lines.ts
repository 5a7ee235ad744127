import type { TextSpan } from './spans.ts'

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
export function joinKeptLines(lines: readonly RetainedLine[]): TextSpan[] {
  return dropEmptiedLines(lines).flatMap(({ line, spans = [] }, index) =>
    index === 0 ? spans : [{ start: line.breakStart, end: line.start }, ...spans],
  )
}

/** A dropped paragraph takes the empty lines before it along; the first paragraph takes those after it. */
function dropEmptiedLines(lines: readonly RetainedLine[]): RetainedLine[] {
  const kept: RetainedLine[][] = []
  let blanks: RetainedLine[] = []
  let saysAnything = false
  let skipsBlanks = false
  for (const group of groupParagraphs(lines)) {
    const rest = group.filter(({ spans }) => spans !== undefined)
    if (group[0]?.isBlank) blanks = skipsBlanks ? blanks : group
    else if (rest.length > 0) {
      kept.push(blanks, rest)
      blanks = []
      saysAnything = true
    } else if (saysAnything) blanks = []
    skipsBlanks = !saysAnything && rest.length === 0
  }
  return saysAnything ? [...kept.flat(), ...blanks] : []
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
