import { chipKinds } from '../model/chip.ts'
import type { ChipSlot, Profile } from './profile.ts'

const cardChips: ChipSlot = { max: 4, labelMaxLength: 25, kinds: chipKinds }

/** Google RBM. */
export const rcs: Profile = {
  channel: 'rcs',
  // Google says characters, but a non-ASCII character counts 2 to 4: UTF-8 bytes are safe under either reading.
  text: { maxLength: 3072, unit: 'bytes', markup: 'plain' },
  // Android shows chips only under the newest message.
  chips: { max: 11, labelMaxLength: 25, kinds: chipKinds, under: ['card', 'carousel', 'media'], vanish: true },
  card: { titleMaxLength: 200, descriptionMaxLength: 2000, chips: cardChips },
  carousel: { min: 2, max: 10, chips: cardChips },
  locationRequest: 'chip',
  media: {
    types: [
      'image/jpeg',
      'image/jpg',
      'image/png',
      'image/gif',
      'video/mp4',
      'video/webm',
      'video/mpeg',
      'video/mpeg4',
      'video/m4v',
      'video/h263',
      'application/pdf',
    ],
    maxBytes: 100_000_000,
    captionMaxLength: 0,
  },
  typing: true,
  receipts: ['delivered', 'read'],
}
