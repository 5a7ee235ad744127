import { askChoiceMarker } from './ask-choice.ts'
import { askLocationMarker } from './ask-location.ts'
import { askTimeMarker } from './ask-time.ts'
import { cardMarker } from './card.ts'
import { carouselMarker } from './carousel.ts'
import { chipsMarker } from './chips.ts'
import { confirmMarker } from './confirm.ts'
import type { MarkerKind } from './kind.ts'
import { mediaMarker } from './media.ts'
import { shareContactMarker } from './share-contact.ts'
import { shareEventMarker } from './share-event.ts'
import { sharePlaceMarker } from './share-place.ts'
import { showcaseMarker } from './showcase.ts'
import { templateMarker } from './template.ts'
import { collectionMarker, thingsMarker } from './things.ts'

export const markerKinds: readonly MarkerKind[] = [
  chipsMarker,
  askChoiceMarker,
  askTimeMarker,
  askLocationMarker,
  confirmMarker,
  showcaseMarker,
  shareEventMarker,
  sharePlaceMarker,
  shareContactMarker,
  mediaMarker,
  cardMarker,
  carouselMarker,
  templateMarker,
  thingsMarker,
  collectionMarker,
]
