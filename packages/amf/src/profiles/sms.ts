import type { Profile } from './profile.ts'

/** Twilio. MMS works in only two countries, so media are sent as links. */
export const sms: Profile = {
  channel: 'sms',
  // Twilio rejects a longer body (21617); the carrier handles segmentation.
  text: { maxLength: 1600, unit: 'characters', markup: 'plain' },
  chips: { max: 0, labelMaxLength: 0, kinds: [] },
  media: { types: [], maxBytes: 0, captionMaxLength: 0 },
  typing: false,
  receipts: ['delivered'],
}
