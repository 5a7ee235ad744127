import type { ChipSlot, Profile } from './profile.ts'

const buttons: ChipSlot = { max: 3, labelMaxLength: 20, kinds: ['reply', 'url'] }

/** Instagram. */
export const socialC: Profile = {
  channel: 'socialC',
  text: { maxLength: 1000, unit: 'bytes', markup: 'plain' },
  chips: { max: 13, labelMaxLength: 20, kinds: ['reply'], under: ['card', 'carousel', 'media'], vanish: true },
  card: { titleMaxLength: 80, descriptionMaxLength: 80, chips: buttons, titleRequired: true },
  carousel: { min: 1, max: 10, chips: buttons },
  media: {
    types: [
      'image/png',
      'image/jpeg',
      'image/gif',
      'video/mp4',
      'video/ogg',
      'video/x-msvideo',
      'video/quicktime',
      'video/webm',
      'audio/aac',
      'audio/mp4',
      'audio/wav',
      'application/pdf',
    ],
    // The image limit, which is the smallest: everything else may have 25 MB.
    maxBytes: 8_000_000,
    captionMaxLength: 0,
  },
  typing: true,
  receipts: ['read'],
  windowHours: 24,
}
