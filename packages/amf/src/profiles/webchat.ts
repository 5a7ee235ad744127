import { chipKinds } from '../model/chip.ts'
import type { ChipSlot, Profile } from './profile.ts'

const cardChips: ChipSlot = { max: 4, labelMaxLength: 25, kinds: chipKinds }

/** Our own surface. Chips and cards have the limits of rcs, so that it previews rcs faithfully. */
export const webchat: Profile = {
  channel: 'webchat',
  text: { maxLength: 10_000, unit: 'characters', markup: 'commonmark' },
  chips: { max: 11, labelMaxLength: 25, kinds: chipKinds, under: ['card', 'carousel', 'media'] },
  card: { titleMaxLength: 200, descriptionMaxLength: 2000, chips: cardChips },
  carousel: { min: 2, max: 10, chips: cardChips },
  listPicker: {
    from: 12,
    max: 100,
    titleMaxLength: 200,
    descriptionMaxLength: 1000,
    textMaxLength: 10_000,
    multiple: true,
    pictures: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
  },
  timePicker: { titleMaxLength: 10_000 },
  locationRequest: 'chip',
  media: {
    types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'video/mp4', 'application/pdf'],
    maxBytes: 10_000_000,
    captionMaxLength: 1000,
  },
  typing: true,
  receipts: ['delivered', 'read'],
}
