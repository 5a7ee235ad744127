import { truncate } from '../../text/measure.ts'
import { type TextRun, toLiteralRuns } from '../../text/runs.ts'
import type { ListRow, MediaBubble } from '../bubble.ts'
import type { DraftRow, ListDraft, LocationDraft, MediaDraft, TextDraft, TimesDraft } from '../draft.ts'
import { formatLabelled, joinParagraphs, joinTextLines, toLinkRuns } from '../lower/lines.ts'
import { guessMediaType, isAudio } from '../media-type.ts'
import { type RenderContext, recordLoss } from '../render-context.ts'
import { attachChips, createTextPiece, type FittedPiece, measurePrinted, renderText } from './piece.ts'

export function fitList({ runs, rows, multiple, path }: ListDraft, context: RenderContext): FittedPiece[] {
  const { listPicker: limits } = context.profile
  if (!limits) throw new Error('a list was drafted for a channel that has no lists')
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
  if (runs.length > 0 && measurePrinted(runs, context) <= maxLength) return { before: [], text: runs }
  const before = runs.length > 0 ? [createTextPiece(runs, path)] : []
  return { before, text: toLiteralRuns(context.phrases.pleaseChoose) }
}

/** Fits text with its chips; uses a list, where the channel has one, when there are more replies than chips allowed. */
export function fitText(draft: TextDraft, context: RenderContext): FittedPiece[] {
  const { runs, chips, path } = draft
  const { chips: slot, listPicker } = context.profile
  const replies = chips.filter(({ kind }) => kind === 'reply')
  if (!listPicker || replies.length <= slot.max || replies.length > listPicker.max)
    return attachChips([createTextPiece(runs, path, draft)], chips, path, context)
  const others = chips.filter(({ kind }) => kind !== 'reply')
  const before = attachChips(runs.length > 0 ? [createTextPiece(runs, path)] : [], others, path, context)
  const rows = replies.map(({ label, tap, path: from }) => ({ title: label, tap, path: from }))
  const [text] = before
  const joined = before.length === 1 && text?.kind === 'text' && text.chips.length === 0
  const list = fitList({ kind: 'list', runs: joined ? text.runs : [], rows, multiple: false, path }, context)
  return joined ? list : [...before, ...list]
}

export function fitMedia(draft: MediaDraft, context: RenderContext): FittedPiece[] {
  return attachChips(mediaPieces(draft, context), draft.chips, draft.path, context)
}

function mediaPieces(
  { url, mediaType = guessMediaType(url), alt, caption, path }: MediaDraft,
  context: RenderContext,
): FittedPiece[] {
  const { types, captionMaxLength } = context.profile.media
  const text = caption?.trim() ?? ''
  if (!types.includes(mediaType)) {
    recordLoss(context, 'picture.as_link', path)
    return [createTextPiece(joinTextLines([text, text ? undefined : alt, toLinkRuns(url)]), path)]
  }
  const media: MediaBubble = { kind: 'media', url, mediaType, ...(alt && { alt }), chips: [] }
  if (text === '') return [media]
  const rendered = renderText(toLiteralRuns(text), context)
  if (rendered.marked.length <= captionMaxLength && !isAudio(mediaType)) return [{ ...media, caption: rendered }]
  return [media, createTextPiece(toLiteralRuns(text), path)]
}
