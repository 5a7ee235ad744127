import { printRuns, readable } from '../../text/markdown.ts'
import { lengthIn } from '../../text/measure.ts'
import { literal, type Run } from '../../text/runs.ts'
import type { Bubble, BubbleChip, Shown } from '../bubble.ts'
import type { DraftChip } from '../draft.ts'
import { lines, paragraphs } from '../lower/lines.ts'
import { isAudio } from '../media-type.ts'
import type { Scene } from '../scene.ts'
import { placeChips } from './place-chips.ts'

/** A bubble, or text that may still be joined with its neighbours and split; `byNumber` asks for a number at its end. */
export type TextPiece = {
  kind: 'text'
  runs: Run[]
  chips: BubbleChip[]
  path: string
  tight?: boolean
  byNumber?: boolean
}
export type Piece = TextPiece | Exclude<Bubble, { kind: 'text' }>

type Manner = Partial<Pick<TextPiece, 'tight' | 'byNumber'>>

export function textPiece(runs: Run[], path: string, { tight = false, byNumber = false }: Manner = {}): TextPiece {
  return { kind: 'text', runs, chips: [], path, tight, byNumber }
}

/** Puts chips under the last of the pieces, or under a text of their own where that one cannot carry them. */
export function withChips(pieces: Piece[], chips: readonly DraftChip[], path: string, scene: Scene): Piece[] {
  if (chips.length === 0) return pieces
  const { shown, said, byNumber } = placeChips(chips, scene.profile.chips, scene)
  const last = pieces.at(-1)
  if (said.length > 0) {
    const text = last?.kind === 'text' && last.chips.length === 0 ? last : undefined
    const join = text?.tight ? lines : paragraphs
    const asks = byNumber || text?.byNumber === true
    const withSaid = { ...textPiece(join([text?.runs, said]), path, { byNumber: asks }), chips: shown }
    return [...(text ? pieces.slice(0, -1) : pieces), withSaid]
  }
  if (last && carries(last, scene)) return [...pieces.slice(0, -1), { ...last, chips: shown }]
  return [...pieces, { ...textPiece(literal(scene.phrases.pleaseChoose), path), chips: shown }]
}

function carries(piece: Piece, { profile }: Scene): boolean {
  if (piece.chips.length > 0) return false
  if (piece.kind === 'text') return piece.runs.length > 0
  // A recording has neither words nor buttons beside it.
  if (piece.kind === 'media' && isAudio(piece.mediaType)) return false
  return (profile.chips.under as readonly string[] | undefined)?.includes(piece.kind) ?? false
}

export function shownText(runs: Run[], { profile }: Scene): Shown {
  const plain = readable(runs)
  return { marked: profile.text.markup === 'plain' ? plain : printRuns(runs, profile.text.markup), plain }
}

export function printedLength(runs: Run[], { profile: { text } }: Scene): number {
  return lengthIn(printRuns(runs, text.markup), text.unit)
}
