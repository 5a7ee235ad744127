import { joinKeptLines, type RetainedLine, splitBodyLines } from './lines.ts'
import { findSentences, markerPlaceholder, parseLineStart } from './sentences.ts'
import { slotPlaceholder } from './slots.ts'
import { createSpanFinder, maskSpans, subtractSpans, type TextSpan } from './spans.ts'
import { type RemovedSpan, tidyAround } from './tidy.ts'

export type TemplateLayout = {
  body: string
  slots: readonly TextSpan[]
  markers: readonly TextSpan[]
  /** Slots that take their sentence along, or their marker. */
  omitting: readonly TextSpan[]
  /** Slots that leave nothing in their place. */
  empty: readonly TextSpan[]
}

/**
 * The parts of a body that are kept when slots have no value. A marker is a thing of its own: it goes when a slot inside
 * it is missing, and stays when the sentence around it goes.
 */
export function findKeptSpans(layout: TemplateLayout): TextSpan[] {
  const { body, slots, markers, omitting, empty } = layout
  if (omitting.length === 0 && empty.length === 0) return [{ start: 0, end: body.length }]
  const shape = maskSpans(maskSpans(body, slots, slotPlaceholder), markers, markerPlaceholder)
  const gapsOf = createGapFinder(layout)
  const lines = splitBodyLines(shape).map((line): RetainedLine => {
    const text = shape.slice(line.start, line.end)
    const isBlank = text.trim() === ''
    const gaps = findSentences(text).flatMap(({ start, end }) =>
      gapsOf({ start: line.start + start, end: line.start + end }),
    )
    if (gaps.length === 0) return { line, isBlank, spans: [line] }
    const said = { start: line.start + parseLineStart(text).length, end: line.end }
    const spans = tidyAround(body, said, gaps)
    return { line, isBlank, spans: spans.length > 0 ? [{ start: line.start, end: said.start }, ...spans] : undefined }
  })
  return joinKeptLines(lines)
}

function createGapFinder({ markers, omitting, empty }: TemplateLayout): (sentence: TextSpan) => RemovedSpan[] {
  const omittedIn = createSpanFinder(omitting)
  const isGone = new Map(markers.map((marker) => [marker, omittedIn(marker).length > 0]))
  const gone = createSpanFinder(markers.filter((marker) => isGone.get(marker)))
  const staying = createSpanFinder(markers.filter((marker) => !isGone.get(marker)))
  const omittingText = createSpanFinder(filterOutside(markers, omitting))
  const emptyText = createSpanFinder(filterOutside(markers, empty))
  return (sentence) => {
    const inside = [...gone(sentence), ...emptyText(sentence)].sort((one, other) => one.start - other.start)
    const markersThatStay = staying(sentence)
    if (omittingText(sentence).length === 0) return inside.map(({ start, end }) => ({ start, end, isSentence: false }))
    return subtractSpans(sentence, markersThatStay).map((span) => ({ ...span, isSentence: true }))
  }
}

function filterOutside(markers: readonly TextSpan[], slots: readonly TextSpan[]): TextSpan[] {
  const around = createSpanFinder(markers)
  return slots.filter((slot) => around(slot).length === 0)
}
