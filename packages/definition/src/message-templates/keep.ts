import { joinLines, type KeptLine, linesIn } from './lines.ts'
import { lineStart, markerSign, sentencesIn } from './sentences.ts'
import { slotSign } from './slots.ts'
import { masked, type Span, seek, without } from './spans.ts'
import { type Gap, tidied } from './tidy.ts'

export type Layout = {
  body: string
  slots: readonly Span[]
  markers: readonly Span[]
  /** Slots that take their sentence along, or their marker. */
  omitting: readonly Span[]
  /** Slots that leave nothing in their place. */
  empty: readonly Span[]
}

/**
 * The parts of a body that are kept when slots have no value. A marker is a thing of its own: it goes when a slot inside
 * it is missing, and stays when the sentence around it goes.
 */
export function keptSpans(layout: Layout): Span[] {
  const { body, slots, markers, omitting, empty } = layout
  if (omitting.length === 0 && empty.length === 0) return [{ start: 0, end: body.length }]
  const shape = masked(masked(body, slots, slotSign), markers, markerSign)
  const gapsOf = gapFinder(layout)
  const lines = linesIn(shape).map((line): KeptLine => {
    const text = shape.slice(line.start, line.end)
    const isBlank = text.trim() === ''
    const gaps = sentencesIn(text).flatMap(({ start, end }) =>
      gapsOf({ start: line.start + start, end: line.start + end }),
    )
    if (gaps.length === 0) return { line, isBlank, spans: [line] }
    const said = { start: line.start + lineStart(text).length, end: line.end }
    const spans = tidied(body, said, gaps)
    return { line, isBlank, spans: spans.length > 0 ? [{ start: line.start, end: said.start }, ...spans] : undefined }
  })
  return joinLines(lines)
}

function gapFinder({ markers, omitting, empty }: Layout): (sentence: Span) => Gap[] {
  const omittedIn = seek(omitting)
  const isGone = new Map(markers.map((marker) => [marker, omittedIn(marker).length > 0]))
  const gone = seek(markers.filter((marker) => isGone.get(marker)))
  const staying = seek(markers.filter((marker) => !isGone.get(marker)))
  const omittingText = seek(outside(markers, omitting))
  const emptyText = seek(outside(markers, empty))
  return (sentence) => {
    const inside = [...gone(sentence), ...emptyText(sentence)].sort((one, other) => one.start - other.start)
    const markersThatStay = staying(sentence)
    if (omittingText(sentence).length === 0) return inside.map(({ start, end }) => ({ start, end, isSentence: false }))
    return without(sentence, markersThatStay).map((span) => ({ ...span, isSentence: true }))
  }
}

function outside(markers: readonly Span[], slots: readonly Span[]): Span[] {
  const around = seek(markers)
  return slots.filter((slot) => around(slot).length === 0)
}
