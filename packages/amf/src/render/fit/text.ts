import type { TextDraft } from '../draft.ts'
import type { RenderContext } from '../render-context.ts'
import { fitList } from './pickers.ts'
import { attachChips, type FittedPiece, textPiece } from './piece.ts'

/** Fits text with its chips; uses a list, where the channel has one, when there are more replies than chips allowed. */
export function fitText(draft: TextDraft, context: RenderContext): FittedPiece[] {
  const { runs, chips, path } = draft
  const { chips: slot, listPicker } = context.profile
  const replies = chips.filter(({ kind }) => kind === 'reply')
  if (!listPicker || replies.length <= slot.max || replies.length > listPicker.max)
    return attachChips([textPiece(runs, path, draft)], chips, path, context)
  const others = chips.filter(({ kind }) => kind !== 'reply')
  const before = attachChips(runs.length > 0 ? [textPiece(runs, path)] : [], others, path, context)
  const rows = replies.map(({ label, tap, path: from }) => ({ title: label, tap, path: from }))
  const [text] = before
  const joined = before.length === 1 && text?.kind === 'text' && text.chips.length === 0
  const list = fitList({ kind: 'list', runs: joined ? text.runs : [], rows, multiple: false, path }, context)
  return joined ? list : [...before, ...list]
}
