import type { Profile } from './profile.ts'

/** Twilio. MMS works in two countries only, so media go as links. */
export const sms: Profile = {
  channel: 'sms',
  // Twilio refuses a longer body (21617); segments are the carrier's matter.
  text: { maxLength: 1600, unit: 'characters', markup: 'plain' },
  chips: { max: 0, labelMaxLength: 0, kinds: [] },
  media: { types: [], maxBytes: 0, captionMaxLength: 0 },
  typing: false,
  receipts: ['delivered'],
}
