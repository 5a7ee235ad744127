import type { ChipSlot, Profile } from './profile.ts'

const buttons: ChipSlot = { max: 3, labelMaxLength: 20, kinds: ['reply', 'url'], repliesOrOneLink: true }

/** WhatsApp Cloud API. */
export const messengerA: Profile = {
  channel: 'messengerA',
  text: { maxLength: 4096, unit: 'characters', markup: 'starred' },
  chips: { ...buttons, under: ['media'], textMaxLength: 1024 },
  // Both share one body of 1024 characters, with the title in stars on its own line.
  card: { titleMaxLength: 200, descriptionMaxLength: 800, chips: buttons, titleRequired: true },
  carousel: {
    min: 2,
    max: 10,
    chips: { ...buttons, max: 2 },
    // 160 in total, minus the two stars and the line break between title and description.
    textMaxLength: 157,
    introductionMaxLength: 1024,
    alike: true,
  },
  listPicker: {
    from: 4,
    max: 10,
    titleMaxLength: 24,
    descriptionMaxLength: 72,
    // Meta's documentation says 4096; resellers and clients in the field limit it to 1024.
    textMaxLength: 1024,
    multiple: false,
    pictures: [],
  },
  locationRequest: 'message',
  placeMessage: true,
  media: {
    types: [
      'image/jpeg',
      'image/png',
      'video/mp4',
      'video/3gpp',
      'audio/aac',
      'audio/amr',
      'audio/mpeg',
      'audio/mp4',
      'audio/ogg',
      'text/plain',
      'application/pdf',
      'application/msword',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.ms-excel',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.ms-powerpoint',
      'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    ],
    // The image limit, which is the smallest: video and audio may have 16 MB, documents 100 MB.
    maxBytes: 5_000_000,
    captionMaxLength: 1024,
  },
  typing: true,
  receipts: ['delivered', 'read'],
  windowHours: 24,
}
