import type { Profile } from './profile.ts'

/** The brand is unknown, so this profile assumes only what any chat supports. */
export const aiChatE: Profile = {
  channel: 'aiChatE',
  text: { maxLength: 4096, unit: 'characters', markup: 'commonmark' },
  chips: { max: 0, labelMaxLength: 0, kinds: [] },
  media: { types: [], maxBytes: 0, captionMaxLength: 0 },
  typing: true,
  receipts: [],
}
