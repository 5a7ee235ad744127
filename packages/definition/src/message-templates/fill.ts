import {
  createSpanFinder,
  joinRetainedLines,
  maskSpans,
  type RetainedLine,
  splitBodyLines,
  subtractSpans,
  type TextSpan,
} from './body-spans.ts'
import { insertValues, type ValueForm } from './insert-values.ts'
import { type MissingSlotPolicy, missingSlotPolicies } from './message-template.ts'
import { findSentences, markerPlaceholder, parseLineStart } from './sentences.ts'
import { findSlots, slotPlaceholder, type TemplateSlot } from './slots.ts'

import { type RemovedSpan, tidyAround } from './tidy.ts'

export type MissingSlot = { path: string; action: 'default' | MissingSlotPolicy }

/** `renderedText` is null when the message must not be sent, and empty when it is omitted. */
export type FilledTemplate = { renderedText: string | null; missingSlots: MissingSlot[]; blocked: boolean }

type Fillable = { body: string; defaultOnMissingSlot?: MissingSlotPolicy | undefined }
type FilledSlot = TemplateSlot & { value: string; action?: MissingSlot['action'] }

/**
 * Fills a template for one person. A value that is absent or blank is missing. `missingSlots` has one entry per path
 * and action, in body order. Text to be compiled is filled as `aml`, so that people read the values unchanged; previews
 * contain them verbatim.
 */
export function fillTemplate(
  template: Fillable,
  valueAt: (path: string) => string | undefined,
  form: ValueForm = 'plain',
): FilledTemplate {
  const { body, defaultOnMissingSlot = 'omit-sentence' } = template
  const slots = findSlots(body).map((slot) => resolveSlot(slot, valueAt(slot.path), defaultOnMissingSlot))
  const missingSlots = listMissingSlots(slots)
  const blocked = slots.some(({ action }) => action === 'block-send')
  if (blocked) return { renderedText: null, missingSlots, blocked }
  const isOmitted = slots.some(({ action }) => action === 'omit-message')
  return { renderedText: isOmitted ? '' : renderBody(body, slots, form), missingSlots, blocked }
}

function resolveSlot(slot: TemplateSlot, value: string | undefined, policy: MissingSlotPolicy): FilledSlot {
  if (value !== undefined && value.trim() !== '') return { ...slot, value }
  const { fallback } = slot
  if (fallback === undefined) return { ...slot, value: '', action: policy }
  const own = missingSlotPolicies.find((known) => known === fallback.trim())
  return own ? { ...slot, value: '', action: own } : { ...slot, value: fallback, action: 'default' }
}

function listMissingSlots(slots: readonly FilledSlot[]): MissingSlot[] {
  const missing = new Map<string, MissingSlot>()
  for (const { path, action } of slots) {
    const key = `${action} ${path}`
    if (action && !missing.has(key)) missing.set(key, { path, action })
  }
  return [...missing.values()]
}

function renderBody(body: string, slots: readonly FilledSlot[], form: ValueForm): string {
  const markers = findMarkers(maskSpans(body, slots, slotPlaceholder))
  const omitting = slots.filter(({ action }) => action === 'omit-sentence')
  const empty = slots.filter(({ action, value }) => action === 'default' && value.trim() === '')
  const spans = findKeptSpans({ body, slots, markers, omitting, empty })
  return insertValues(body, spans, { slots, markers, form })
}

type TemplateLayout = {
  body: string
  slots: readonly TextSpan[]
  markers: readonly TextSpan[]
  /** Slots without a value, whose sentence or marker is omitted. */
  omitting: readonly TextSpan[]
  /** Slots that are replaced with nothing. */
  empty: readonly TextSpan[]
}

/**
 * Returns the parts of a body that remain when slots have no value. A marker counts as a unit: it is omitted when a
 * slot inside it is missing, and stays when the sentence around it is omitted.
 */
function findKeptSpans(layout: TemplateLayout): TextSpan[] {
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
    const content = { start: line.start + parseLineStart(text).length, end: line.end }
    const spans = tidyAround(body, content, gaps)
    return {
      line,
      isBlank,
      spans: spans.length > 0 ? [{ start: line.start, end: content.start }, ...spans] : undefined,
    }
  })
  return joinRetainedLines(lines)
}

function createGapFinder({ markers, omitting, empty }: TemplateLayout): (sentence: TextSpan) => RemovedSpan[] {
  const omittedIn = createSpanFinder(omitting)
  const isGone = new Map(markers.map((marker) => [marker, omittedIn(marker).length > 0]))
  const removedWithin = createSpanFinder(markers.filter((marker) => isGone.get(marker)))
  const staying = createSpanFinder(markers.filter((marker) => !isGone.get(marker)))
  const omittingText = createSpanFinder(filterOutside(markers, omitting))
  const emptyText = createSpanFinder(filterOutside(markers, empty))
  return (sentence) => {
    const inside = [...removedWithin(sentence), ...emptyText(sentence)].sort((one, other) => one.start - other.start)
    const markersThatStay = staying(sentence)
    if (omittingText(sentence).length === 0) return inside.map(({ start, end }) => ({ start, end, isSentence: false }))
    return subtractSpans(sentence, markersThatStay).map((span) => ({ ...span, isSentence: true }))
  }
}

function filterOutside(markers: readonly TextSpan[], slots: readonly TextSpan[]): TextSpan[] {
  const around = createSpanFinder(markers)
  return slots.filter((slot) => around(slot).length === 0)
}

type Opened = { start: number; isCarousel: boolean; isCard: boolean }
type Bracket = { at: number; opens: boolean }

/**
 * Finds the markers in a text as the AML compiler does: an opening inside a marker turns the earlier one into text,
 * except for the cards of a carousel, which belong to it. An unclosed marker is text.
 */
function findMarkers(text: string): TextSpan[] {
  const markers: TextSpan[] = []
  let open: Opened[] = []
  for (let next = bracketFrom(text, 0, open); next; next = bracketFrom(text, next.at + 2, open)) {
    if (next.opens) open = [...holding(open), openedAt(text, next.at)]
    else if (open.at(-1)?.isCard && open.length > 1) open = open.slice(0, 1)
    else {
      markers.push({ start: open.at(-1)!.start, end: next.at + 2 })
      open = []
    }
  }
  return markers
}

/** Returns the markers that stay open when another opens: only a carousel, since its previous card has ended. */
function holding([outer, inner]: Opened[]): Opened[] {
  if (outer && inner?.isCard) return [outer]
  const current = inner ?? outer
  return current?.isCarousel ? [current] : []
}

function openedAt(text: string, start: number): Opened {
  return { start, isCarousel: isNamed(/\[\[\s*carousel(?![\w.-])/iy), isCard: isNamed(/\[\[\s*card(?![\w.-])/iy) }

  function isNamed(name: RegExp): boolean {
    name.lastIndex = start
    return name.test(text)
  }
}

function bracketFrom(text: string, from: number, open: readonly Opened[]): Bracket | undefined {
  return open.length === 0 ? openingFrom(text, from) : bracketInside(text, from)
}

function openingFrom(text: string, from: number): Bracket | undefined {
  let at = text.indexOf('[[', from)
  while (at > from && text[at - 1] === '\\') at = text.indexOf('[[', at + 2)
  return at < 0 ? undefined : { at, opens: true }
}

function bracketInside(text: string, from: number): Bracket | undefined {
  const pairs = /\[\[|\]\]/g
  pairs.lastIndex = from
  for (let pair = pairs.exec(text); pair; pair = pairs.exec(text)) {
    const opens = pair[0] === '[['
    if (!isEscaped(text, pair.index)) return { at: pair.index, opens }
    // `\[[` is literal as a pair; in `\]]]` only the first bracket is.
    if (!opens) pairs.lastIndex = pair.index + 1
  }
  return undefined
}

function isEscaped(text: string, at: number): boolean {
  let from = at
  while (text[from - 1] === '\\') from--
  return (at - from) % 2 === 1
}
