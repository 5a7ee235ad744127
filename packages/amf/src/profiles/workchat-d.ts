import type { ChipSlot, Profile } from './profile.ts'

const buttons: ChipSlot = { max: 3, labelMaxLength: 75, kinds: ['reply', 'url'] }

/** Slack. */
export const workchatD: Profile = {
  channel: 'workchatD',
  // The limit of one section's text.
  text: { maxLength: 3000, unit: 'characters', markup: 'mrkdwn' },
  chips: { max: 25, labelMaxLength: 75, kinds: ['reply', 'url'], under: ['card', 'carousel', 'media'] },
  card: { titleMaxLength: 150, descriptionMaxLength: 200, chips: buttons },
  carousel: { min: 1, max: 10, chips: buttons },
  listPicker: {
    from: 6,
    max: 60,
    titleMaxLength: 75,
    descriptionMaxLength: 75,
    textMaxLength: 3000,
    multiple: false,
    pictures: [],
  },
  // Slack documents no size limit for images it fetches itself: this one is ours, as on web chat.
  media: { types: ['image/png', 'image/jpeg', 'image/gif'], maxBytes: 10_000_000, captionMaxLength: 2000 },
  typing: false,
  receipts: [],
}
