import { askChoice } from './ask-choice.ts'
import { askLocation } from './ask-location.ts'
import { askTime } from './ask-time.ts'
import { card } from './card.ts'
import { carousel } from './carousel.ts'
import { chips } from './chips.ts'
import { collection } from './collection.ts'
import { confirm } from './confirm.ts'
import type { MarkerKind } from './kind.ts'
import { media } from './media.ts'
import { shareContact } from './share-contact.ts'
import { shareEvent } from './share-event.ts'
import { sharePlace } from './share-place.ts'
import { showcase } from './showcase.ts'
import { template } from './template.ts'
import { things } from './things.ts'

export const markerKinds: readonly MarkerKind[] = [
  chips,
  askChoice,
  askTime,
  askLocation,
  confirm,
  showcase,
  shareEvent,
  sharePlace,
  shareContact,
  media,
  card,
  carousel,
  template,
  things,
  collection,
]
