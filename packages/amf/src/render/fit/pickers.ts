import { cut } from '../../text/cut.ts'
import { literal, type Run } from '../../text/runs.ts'
import type { ListRow } from '../bubble.ts'
import type { DraftRow, ListDraft, LocationDraft, TimesDraft } from '../draft.ts'
import { labelled, lines, link, paragraphs } from '../lower/lines.ts'
import { mediaTypeOf } from '../media-type.ts'
import { lose, type Scene } from '../scene.ts'
import { type Piece, printedLength, shownText, textPiece } from './piece.ts'

export function fitList({ runs, rows, multiple, path }: ListDraft, scene: Scene): Piece[] {
  const { listPicker: limits } = scene.profile
  if (!limits) throw new Error('a list was drafted for a channel without one')
  const over: Run[][] = []
  const fitted = rows.map((row): ListRow => {
    const title = cut(row.title, limits.titleMaxLength)
    const description = row.description ? cut(row.description, limits.descriptionMaxLength) : undefined
    const picture = row.mediaUrl && limits.pictures.includes(mediaTypeOf(row.mediaUrl)) ? row.mediaUrl : undefined
    const isCut = title !== row.title || description !== row.description
    if (isCut) lose(scene, title === row.title ? 'description.cut' : 'label.cut', row.path)
    if (row.mediaUrl && !picture) lose(scene, 'picture.left_out', row.path)
    if (isCut || picture !== row.mediaUrl) over.push(inWords(row, picture))
    return { title, ...(description && { description }), ...(picture && { mediaUrl: picture }), tap: row.tap }
  })
  const words = paragraphs([runs, lines(over)])
  const { before, text } = introduced(words, limits.textMaxLength, path, scene)
  const { choose: button } = scene.phrases
  return [...before, { kind: 'list', text: shownText(text, scene), button, multiple, rows: fitted, chips: [] }]
}

function inWords({ title, description, mediaUrl }: DraftRow, picture: string | undefined): Run[] {
  const words = literal(`- ${labelled(title, description)}`)
  return mediaUrl && !picture ? [...words, { text: ' ' }, ...link(mediaUrl)] : words
}

const slotLabelMaxLength = 200

export function fitTimes({ runs, durationMinutes, slots, path }: TimesDraft, scene: Scene): Piece[] {
  const maxLength = scene.profile.timePicker?.titleMaxLength ?? 0
  const { before, text } = introduced(runs, maxLength, path, scene)
  // In full they stand in the text.
  const named = slots.map((slot) => ({ ...slot, label: cut(slot.label, slotLabelMaxLength) }))
  return [...before, { kind: 'times', text: shownText(text, scene), durationMinutes, slots: named, chips: [] }]
}

export function fitLocationRequest({ runs, tap, path }: LocationDraft, scene: Scene): Piece[] {
  const { textMaxLength, maxLength } = { ...scene.profile.text, ...scene.profile.chips }
  const { before, text } = introduced(runs, textMaxLength ?? maxLength, path, scene)
  return [...before, { kind: 'locationRequest', text: shownText(text, scene), tap, chips: [] }]
}

/** A picker's own text is short: what is longer goes before it. */
function introduced(runs: Run[], maxLength: number, path: string, scene: Scene): { before: Piece[]; text: Run[] } {
  if (runs.length > 0 && printedLength(runs, scene) <= maxLength) return { before: [], text: runs }
  const before = runs.length > 0 ? [textPiece(runs, path)] : []
  return { before, text: literal(scene.phrases.pleaseChoose) }
}
