import type { ChipSlot, Profile } from './profile.ts'

const buttons: ChipSlot = { max: 3, labelMaxLength: 20, kinds: ['reply', 'url', 'dial'] }

/** Facebook Messenger. Cards are elements of the generic template. */
export const messengerB: Profile = {
  channel: 'messengerB',
  text: { maxLength: 2000, unit: 'characters', markup: 'plain' },
  chips: { max: 13, labelMaxLength: 20, kinds: ['reply'], under: ['card', 'carousel', 'media'], vanish: true },
  card: { titleMaxLength: 80, descriptionMaxLength: 80, chips: buttons, titleRequired: true },
  carousel: { min: 1, max: 10, chips: buttons },
  media: {
    types: [
      'image/jpeg',
      'image/png',
      'image/gif',
      'video/mp4',
      'video/webm',
      'video/quicktime',
      'audio/mpeg',
      'audio/mp4',
      'audio/aac',
      'audio/wav',
      'application/pdf',
    ],
    maxBytes: 25_000_000,
    captionMaxLength: 0,
  },
  typing: true,
  receipts: ['delivered', 'read'],
  windowHours: 24,
}
