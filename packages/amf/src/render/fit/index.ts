import { type Draft, withoutChips } from '../draft.ts'
import type { RenderContext } from '../render-context.ts'

import { fitCards } from './cards.ts'
import type { FittedPiece } from './piece.ts'
import { fitList, fitLocationRequest, fitMedia, fitText, fitTimes } from './simple-drafts.ts'

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
