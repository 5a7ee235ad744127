import type { ChipSlot } from '../../profiles/profile.ts'
import { truncate } from '../../text/measure.ts'
import { type TextRun, toLiteralRuns } from '../../text/runs.ts'
import type { BubbleChip } from '../bubble.ts'
import type { DraftChip } from '../draft.ts'
import { formatEventTime } from '../format.ts'
import { createMapLink, fitsLink, formatPlaceName, omitsPlaceName } from '../links.ts'
import { joinTextLines, toLinkRuns } from '../lower/lines.ts'
import { type RenderContext, recordLoss, revealNumber } from '../render-context.ts'

/** Chips shown as such, and the text for the others; `byNumber` when that text asks for replies by number. */
export type FittedChips = { fitted: BubbleChip[]; overflow: TextRun[]; byNumber: boolean }

/**
 * Fits as many chips, with labels as long, as the slot allows; the remaining chips and truncated labels go into text.
 */
export function fitChips(chips: readonly DraftChip[], slot: ChipSlot, context: RenderContext): FittedChips {
  const usable = chips.map((chip) => toSupportedKind(chip, slot, context))
  const selected = new Set(selectChips(usable, slot))
  const moved = usable.filter((chip) => !selected.has(chip))
  for (const { path } of moved) recordLoss(context, 'chip.as_text', path)
  for (const chip of selected)
    if (chip.kind === 'url' && (chip.event || chip.place)) recordLoss(context, 'chip.as_link', chip.path)
  const { fitted, full } = fitLabels([...selected], slot, context)
  const replies = moved.filter(({ kind }) => kind === 'reply')
  const actions = moved.filter(({ kind }) => kind !== 'reply')
  const details = [...selected].filter(needsDetails).map(formatChipDetails)
  const overflow = joinTextLines([
    ...full.map((chip) => formatChipLabel(chip, context)),
    ...details,
    ...replies.map((chip) => formatChipLabel(chip, context)),
    ...actions.map((chip) => formatActionChip(chip, context)),
  ])
  return { fitted, overflow, byNumber: replies.length > 0 }
}

/** Turns a calendar or map chip into a link where the slot supports only links. */
function toSupportedKind(chip: DraftChip, { kinds }: ChipSlot, context: RenderContext): DraftChip {
  if (kinds.includes(chip.kind) || !kinds.includes('url')) return chip
  const url = chip.event ? context.calendarLink(chip.event) : chip.place ? createMapLink(chip.place) : undefined
  return url ? { ...chip, kind: 'url', url } : chip
}

function selectChips(chips: readonly DraftChip[], slot: ChipSlot): DraftChip[] {
  let usable = chips.filter(({ kind }) => slot.kinds.includes(kind))
  if (slot.repliesOrOneLink) {
    const replies = usable.filter(({ kind }) => kind === 'reply')
    usable = replies.length > 0 ? replies : usable.length === 1 ? usable : []
  }
  const first = usable.slice(0, slot.max)
  return first.length < (slot.min ?? 1) ? [] : first
}

/** Truncates labels to the channel's limit; labels that would then look alike get their numbers. */
function fitLabels(
  chips: readonly DraftChip[],
  slot: ChipSlot,
  context: RenderContext,
): { fitted: BubbleChip[]; full: DraftChip[] } {
  const short = chips.map(({ label }) => truncate(label, slot.labelMaxLength))
  const alike = duplicates(short)
  const full: DraftChip[] = []
  const fitted = chips.map((chip, at) => {
    const { path, inText: _, ...rest } = chip
    const isCut = short[at] !== chip.label
    if (isCut) {
      recordLoss(context, 'label.cut', path)
      full.push(chip)
    }
    const number = alike.has(short[at] ?? '') && chip.kind === 'reply' ? revealNumber(context, chip.tap) : undefined
    return { ...rest, label: number ? truncate(`${number} ${chip.label}`, slot.labelMaxLength) : (short[at] ?? '') }
  })
  return { fitted, full }
}

function duplicates(labels: readonly string[]): Set<string> {
  return new Set(labels.filter((label, at) => labels.indexOf(label) !== at))
}

/** Formats the full label of a chip whose label was truncated. */
function formatChipLabel({ label, tap, kind }: DraftChip, context: RenderContext): string {
  const number = kind === 'reply' ? revealNumber(context, tap) : undefined
  return number ? `${number}. ${label}` : `- ${label}`
}

function needsDetails(chip: DraftChip): boolean {
  return !chip.inText && (!fitsLink(chip) || (chip.url !== undefined && omitsPlaceName(chip)))
}

/** Formats the details of an event or a place that a tap would not show in full. */
function formatChipDetails({ label, event, place }: DraftChip): string {
  return `- ${label}: ${joinTexts(event ? [event.title, event.location, event.description] : [place && formatPlaceName(place)])}`
}

function joinTexts(words: readonly (string | undefined)[]): string {
  return words.filter((text) => text?.trim()).join(', ')
}

function withTrailingSpace(words: string): TextRun[] {
  return toLiteralRuns(words ? `${words} ` : '')
}

/** Formats an action chip as text: a link, a number to call, a place to type. */
function formatActionChip(chip: DraftChip, context: RenderContext): TextRun[] {
  const { label, url, phone, event, place } = chip
  const after = (target: TextRun[]) => [...toLiteralRuns(`${label}: `), ...target]
  if (event) {
    recordLoss(context, 'link.added', chip.path)
    const words = [event.title, formatEventTime(event, context.locale), event.location, event.description]
    return after([
      ...withTrailingSpace(chip.inText ? '' : joinTexts(words)),
      ...toLinkRuns(context.calendarLink(event)),
    ])
  }
  if (place) {
    recordLoss(context, 'link.added', chip.path)
    return after([...withTrailingSpace(chip.inText ? '' : formatPlaceName(place)), ...toLinkRuns(createMapLink(place))])
  }
  if (url) return after(toLinkRuns(url))
  if (phone) return after(toLiteralRuns(phone))
  return after(toLiteralRuns(context.phrases.replyWithAddress))
}
