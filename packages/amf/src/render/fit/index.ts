import type { Draft } from '../draft.ts'
import type { RenderContext } from '../render-context.ts'
import { withoutChips } from '../without-chips.ts'
import { fitCards } from './cards.ts'
import { fitMedia } from './media.ts'
import { fitList, fitLocationRequest, fitTimes } from './pickers.ts'
import type { FittedPiece } from './piece.ts'
import { fitText } from './text.ts'

/** Keeps the channel's limits; what does not fit is said in text. */
export function fitDraft(draft: Draft, scene: RenderContext): FittedPiece[] {
  switch (draft.kind) {
    case 'text':
      return fitText(draft, draft.chipless ? withoutChips(scene) : scene)
    case 'media':
      return fitMedia(draft, scene)
    case 'cards':
      return fitCards(draft, scene)
    case 'list':
      return fitList(draft, scene)
    case 'times':
      return fitTimes(draft, scene)
    case 'locationRequest':
      return fitLocationRequest(draft, scene)
    case 'place':
    case 'native': {
      const { path: _, ...bubble } = draft
      return [{ ...bubble, chips: [] }]
    }
  }
}
