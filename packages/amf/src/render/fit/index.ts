import type { Draft } from '../draft.ts'
import type { RenderContext } from '../render-context.ts'
import { withoutChips } from '../without-chips.ts'
import { fitCards } from './cards.ts'
import { fitMedia } from './media.ts'
import { fitList, fitLocationRequest, fitTimes } from './pickers.ts'
import type { FittedPiece } from './piece.ts'
import { fitText } from './text.ts'

/** Applies the channel's limits; content that does not fit becomes text. */
export function fitDraft(draft: Draft, context: RenderContext): FittedPiece[] {
  switch (draft.kind) {
    case 'text':
      return fitText(draft, draft.chipless ? withoutChips(context) : context)
    case 'media':
      return fitMedia(draft, context)
    case 'cards':
      return fitCards(draft, context)
    case 'list':
      return fitList(draft, context)
    case 'times':
      return fitTimes(draft, context)
    case 'locationRequest':
      return fitLocationRequest(draft, context)
    case 'place':
    case 'native': {
      const { path: _, ...bubble } = draft
      return [{ ...bubble, chips: [] }]
    }
  }
}
