import { type TextRun, toLiteralRuns } from '../../text/runs.ts'
import { truncate } from '../../text/truncate.ts'
import type { ListRow } from '../bubble.ts'
import type { DraftRow, ListDraft, LocationDraft, TimesDraft } from '../draft.ts'
import { formatLabelled, joinParagraphs, joinTextLines, toLinkRuns } from '../lower/lines.ts'
import { guessMediaType } from '../media-type.ts'
import { type RenderContext, recordLoss } from '../render-context.ts'
import { type FittedPiece, printedLength, renderText, textPiece } from './piece.ts'

export function fitList({ runs, rows, multiple, path }: ListDraft, context: RenderContext): FittedPiece[] {
  const { listPicker: limits } = context.profile
  if (!limits) throw new Error('a list was drafted for a channel without one')
  const over: TextRun[][] = []
  const fitted = rows.map((row): ListRow => {
    const title = truncate(row.title, limits.titleMaxLength)
    const description = row.description ? truncate(row.description, limits.descriptionMaxLength) : undefined
    const picture = row.mediaUrl && limits.pictures.includes(guessMediaType(row.mediaUrl)) ? row.mediaUrl : undefined
    const isCut = title !== row.title || description !== row.description
    if (isCut) recordLoss(context, title === row.title ? 'description.cut' : 'label.cut', row.path)
    if (row.mediaUrl && !picture) recordLoss(context, 'picture.left_out', row.path)
    if (isCut || picture !== row.mediaUrl) over.push(toPickerText(row, picture))
    return { title, ...(description && { description }), ...(picture && { mediaUrl: picture }), tap: row.tap }
  })
  const words = joinParagraphs([runs, joinTextLines(over)])
  const { before, text } = withPrompt(words, limits.textMaxLength, path, context)
  const { choose: button } = context.phrases
  return [...before, { kind: 'list', text: renderText(text, context), button, multiple, rows: fitted, chips: [] }]
}

function toPickerText({ title, description, mediaUrl }: DraftRow, picture: string | undefined): TextRun[] {
  const words = toLiteralRuns(`- ${formatLabelled(title, description)}`)
  return mediaUrl && !picture ? [...words, { text: ' ' }, ...toLinkRuns(mediaUrl)] : words
}

const slotLabelMaxLength = 200

export function fitTimes({ runs, durationMinutes, slots, path }: TimesDraft, context: RenderContext): FittedPiece[] {
  const maxLength = context.profile.timePicker?.titleMaxLength ?? 0
  const { before, text } = withPrompt(runs, maxLength, path, context)
  // The text contains the full labels.
  const named = slots.map((slot) => ({ ...slot, label: truncate(slot.label, slotLabelMaxLength) }))
  return [...before, { kind: 'times', text: renderText(text, context), durationMinutes, slots: named, chips: [] }]
}

export function fitLocationRequest({ runs, tap, path }: LocationDraft, context: RenderContext): FittedPiece[] {
  const { textMaxLength, maxLength } = { ...context.profile.text, ...context.profile.chips }
  const { before, text } = withPrompt(runs, textMaxLength ?? maxLength, path, context)
  return [...before, { kind: 'locationRequest', text: renderText(text, context), tap, chips: [] }]
}

/** A picker's own text is short, so a longer prompt goes before it. */
function withPrompt(
  runs: TextRun[],
  maxLength: number,
  path: string,
  context: RenderContext,
): { before: FittedPiece[]; text: TextRun[] } {
  if (runs.length > 0 && printedLength(runs, context) <= maxLength) return { before: [], text: runs }
  const before = runs.length > 0 ? [textPiece(runs, path)] : []
  return { before, text: toLiteralRuns(context.phrases.pleaseChoose) }
}
