import { splitBodyLines } from './lines.ts'
import { createSpanFinder, type TextSpan } from './spans.ts'
import { tidyAround } from './tidy.ts'

/** Inside a marker every sign that would cut a field, a row or the marker itself is escaped, as AML has it. */
export function escapeInMarker(value: string): string {
  return value
    .replace(/[\\|[\]=]|^[:#]|->|(?<!\S)~(?!\S)/g, (sign) => (sign === '->' ? '-\\>' : `\\${sign}`))
    .replace(/\r\n?|\n/g, '\\n')
}

/** A marker around slots that leave nothing in their place: each line is tidied, and an emptied one goes. */
export function findKeptInMarker(body: string, marker: TextSpan, empty: readonly TextSpan[]): TextSpan[] {
  if (empty.length === 0) return [marker]
  const emptyIn = createSpanFinder(empty)
  return splitBodyLines(body.slice(marker.start, marker.end)).flatMap(({ breakStart, start, end }) => {
    const line = { start: marker.start + start, end: marker.start + end }
    const gaps = emptyIn(line).map((slot) => ({ start: slot.start, end: slot.end, isSentence: false }))
    const kept = gaps.length > 0 ? tidyAround(body, line, gaps) : [line]
    return kept.length > 0 ? [{ start: marker.start + breakStart, end: line.start }, ...kept] : []
  })
}
