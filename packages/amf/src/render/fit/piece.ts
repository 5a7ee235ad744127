import { printRuns, toReadableText } from '../../text/markdown.ts'
import { measureLength } from '../../text/measure.ts'
import { type TextRun, toLiteralRuns } from '../../text/runs.ts'
import type { Bubble, BubbleChip, RenderedText } from '../bubble.ts'
import type { DraftChip } from '../draft.ts'
import { joinParagraphs, joinTextLines } from '../lower/lines.ts'
import { isAudio } from '../media-type.ts'
import type { RenderContext } from '../render-context.ts'
import { fitChips } from './fit-chips.ts'

/** Text that may still be joined with its neighbors and split; `byNumber` asks for a number at its end. */
export type TextPiece = {
  kind: 'text'
  runs: TextRun[]
  chips: BubbleChip[]
  path: string
  tight?: boolean
  byNumber?: boolean
}
export type FittedPiece = TextPiece | Exclude<Bubble, { kind: 'text' }>

type TextPieceOptions = Partial<Pick<TextPiece, 'tight' | 'byNumber'>>

export function createTextPiece(
  runs: TextRun[],
  path: string,
  { tight = false, byNumber = false }: TextPieceOptions = {},
): TextPiece {
  return { kind: 'text', runs, chips: [], path, tight, byNumber }
}

/** Puts chips under the last piece, or under a separate text if that piece cannot carry them. */
export function attachChips(
  pieces: FittedPiece[],
  chips: readonly DraftChip[],
  path: string,
  context: RenderContext,
): FittedPiece[] {
  if (chips.length === 0) return pieces
  const { fitted, overflow, byNumber } = fitChips(chips, context.profile.chips, context)
  const last = pieces.at(-1)
  if (overflow.length > 0) {
    const text = last?.kind === 'text' && last.chips.length === 0 ? last : undefined
    const join = text?.tight ? joinTextLines : joinParagraphs
    const asks = byNumber || text?.byNumber === true
    const withSaid = { ...createTextPiece(join([text?.runs, overflow]), path, { byNumber: asks }), chips: fitted }
    return [...(text ? pieces.slice(0, -1) : pieces), withSaid]
  }
  if (last && canCarryChips(last, context)) return [...pieces.slice(0, -1), { ...last, chips: fitted }]
  return [...pieces, { ...createTextPiece(toLiteralRuns(context.phrases.pleaseChoose), path), chips: fitted }]
}

function canCarryChips(piece: FittedPiece, { profile }: RenderContext): boolean {
  if (piece.chips.length > 0) return false
  if (piece.kind === 'text') return piece.runs.length > 0
  // Audio has no caption or buttons.
  if (piece.kind === 'media' && isAudio(piece.mediaType)) return false
  return (profile.chips.under as readonly string[] | undefined)?.includes(piece.kind) ?? false
}

export function renderText(runs: TextRun[], { profile }: RenderContext): RenderedText {
  const plain = toReadableText(runs)
  return { marked: profile.text.markup === 'plain' ? plain : printRuns(runs, profile.text.markup), plain }
}

export function measurePrinted(runs: TextRun[], { profile: { text } }: RenderContext): number {
  return measureLength(printRuns(runs, text.markup), text.unit)
}
