import type { Profile } from './profile.ts'

/** Apple Messages for Business. Every string that Apple draws itself holds 200 printable characters. */
export const vendorMessages: Profile = {
  channel: 'vendorMessages',
  // Infobip's figure; another provider says 10,000, Apple's own was not seen.
  text: { maxLength: 3000, unit: 'characters', markup: 'plain' },
  // 200 are allowed, but a quick reply is one line on a phone. Its question is drawn by Apple, so it is held to 200.
  chips: { min: 2, max: 5, labelMaxLength: 60, kinds: ['reply'], textMaxLength: 200 },
  listPicker: {
    from: 2,
    // No cap was seen in the sources: this one is ours.
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
    // A text of 3000 in which one character stands for the attachment.
    captionMaxLength: 2999,
  },
  typing: true,
  receipts: [],
}
