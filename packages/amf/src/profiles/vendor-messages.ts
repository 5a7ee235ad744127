import type { Profile } from './profile.ts'

/** Apple Messages for Business. Strings that Apple draws itself are limited to 200 printable characters. */
export const vendorMessages: Profile = {
  channel: 'vendorMessages',
  // Infobip's figure; another provider says 10,000, and no figure from Apple was found.
  text: { maxLength: 3000, unit: 'characters', markup: 'plain' },
  // 200 are allowed, but a quick reply is one line on a phone. Apple draws its question, so that is limited to 200.
  chips: { min: 2, max: 5, labelMaxLength: 60, kinds: ['reply'], textMaxLength: 200 },
  listPicker: {
    from: 2,
    // The sources state no limit: this one is ours.
    max: 50,
    titleMaxLength: 200,
    descriptionMaxLength: 200,
    textMaxLength: 200,
    multiple: true,
    pictures: ['image/png'],
  },
  timePicker: { titleMaxLength: 200 },
  media: {
    types: [
      'image/png',
      'image/jpeg',
      'image/gif',
      'image/heic',
      'video/mp4',
      'video/quicktime',
      'audio/mpeg',
      'audio/mp4',
      'application/pdf',
    ],
    maxBytes: 100_000_000,
    // A text of 3000, minus the one character that represents the attachment.
    captionMaxLength: 2999,
  },
  typing: true,
  receipts: [],
}
