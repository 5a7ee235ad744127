import type { ChipSlot, Profile } from '../../profiles/profile.ts'
import type { Bubble, BubbleCard, BubbleChip } from '../../render/bubble.ts'
import { createBubbleChip, createRenderedText, sampleBubbles } from './bubbles.ts'

/** Bubbles at every limit of a profile at once: whatever the profile allows must be within the provider's limits. */
export function createFullestBubbles(profile: Profile): [title: string, bubble: Bubble][] {
  return [
    ...texts(profile),
    ...cards(profile),
    ...carousels(profile),
    ...pickers(profile),
    ...media(profile),
    ...under(profile),
  ]
}

function texts({ text, chips }: Profile): [string, Bubble][] {
  const under = createRenderedText('a'.repeat(chips.textMaxLength ?? text.maxLength))
  return [
    ['the longest text', { kind: 'text', text: createRenderedText('a'.repeat(text.maxLength)), chips: [] }],
    ...chipSets(chips).map((set): [string, Bubble] => [
      `the longest text with ${set.length} chips`,
      { kind: 'text', text: under, chips: set },
    ]),
  ]
}

function cards({ card }: Profile): [string, Bubble][] {
  if (!card) return []
  const words = { title: 't'.repeat(card.titleMaxLength), description: 'd'.repeat(card.descriptionMaxLength) }
  const mediaUrl = 'https://cdn.example.com/room.png'
  return chipSets(card.chips).flatMap((chips): [string, Bubble][] => [
    [`the fullest card with ${chips.length} chips`, { kind: 'card', card: { ...words, mediaUrl, chips }, chips: [] }],
    [`the fullest card without a picture`, { kind: 'card', card: { ...words, chips }, chips: [] }],
    [`a card of a title alone`, { kind: 'card', card: { title: words.title, chips: [] }, chips: [] }],
  ])
}

function carousels({ carousel, card }: Profile): [string, Bubble][] {
  if (!carousel || !card) return []
  const textMaxLength = carousel.textMaxLength ?? card.titleMaxLength + card.descriptionMaxLength
  const titleLength = Math.min(card.titleMaxLength, Math.floor(textMaxLength / 2))
  const descriptionLength = Math.min(card.descriptionMaxLength, textMaxLength - titleLength)
  const cardAt = (at: number, chips: BubbleChip[]): BubbleCard => ({
    title: 't'.repeat(titleLength),
    description: 'd'.repeat(descriptionLength),
    mediaUrl: `https://cdn.example.com/${at}.png`,
    chips: chips.map((entry) => ({ ...entry, tap: entry.tap + at * 100 })),
  })
  return chipSets(carousel.chips).map((chips): [string, Bubble] => [
    `the fullest carousel with ${chips.length} chips a card`,
    { kind: 'carousel', cards: Array.from({ length: carousel.max }, (_, at) => cardAt(at, chips)), chips: [] },
  ])
}

/** Slack accepts a hundred rows or long descriptions, but not both: only the first ten rows have descriptions. */
const describedRows = 10

function pickers({ listPicker, timePicker }: Profile): [string, Bubble][] {
  const found: [string, Bubble][] = []
  if (listPicker) {
    const rows = Array.from({ length: listPicker.max }, (_, at) => ({
      title: label(at, listPicker.titleMaxLength),
      ...(at < describedRows && { description: 'd'.repeat(listPicker.descriptionMaxLength) }),
      ...(listPicker.pictures.length > 0 && { mediaUrl: `https://cdn.example.com/${at}.png` }),
      tap: at,
    }))
    const text = createRenderedText('a'.repeat(listPicker.textMaxLength))
    const list = { kind: 'list', text, button: 'Choose', multiple: listPicker.multiple, rows, chips: [] } as const
    found.push(['the longest list', { ...list, chips: [] }])
  }
  if (timePicker) {
    const start = { iso: '2026-11-20T10:00:00-05:00', tz: 'America/New_York' }
    const slots = Array.from({ length: 20 }, (_, tap) => ({ start, label: `Slot ${tap}`, tap }))
    const text = createRenderedText('a'.repeat(timePicker.titleMaxLength))
    found.push(['the longest question of times', { kind: 'times', text, durationMinutes: 30, slots, chips: [] }])
  }
  return found
}

function media({ media }: Profile): [string, Bubble][] {
  const caption = media.captionMaxLength > 0 ? { caption: createRenderedText('c'.repeat(media.captionMaxLength)) } : {}
  return media.types.map((mediaType): [string, Bubble] => [
    `the longest caption under ${mediaType}`,
    { kind: 'media', url: 'https://cdn.example.com/file', mediaType, alt: 'A file', ...caption, chips: [] },
  ])
}

/** Chips below bubbles that are not text. */
function under({ chips }: Profile): [string, Bubble][] {
  return (chips.under ?? []).flatMap((kind) =>
    chipSets(chips).map((set): [string, Bubble] => [
      `${set.length} chips under a ${kind}`,
      // Avoids the tap numbers of the sample's own chips.
      { ...sampleBubbles[kind], chips: set.map((entry) => ({ ...entry, tap: entry.tap + 100 })) },
    ]),
  )
}

/** The most chips, the fewest, and a single link where a link must be alone. */
function chipSets({ min = 1, max, labelMaxLength, kinds, repliesOrOneLink }: ChipSlot): BubbleChip[][] {
  const allowed = repliesOrOneLink ? kinds.filter((kind) => kind === 'reply') : kinds
  const of = (length: number) =>
    Array.from({ length }, (_, at) =>
      createBubbleChip(allowed[at % allowed.length] ?? 'reply', label(at, labelMaxLength), at),
    )
  if (max === 0) return []
  return [of(max), of(min), ...(repliesOrOneLink ? [[createBubbleChip('url', label(0, labelMaxLength), 0)]] : [])]
}

/** A unique label of that length. */
function label(at: number, length: number): string {
  return String(at).padEnd(length, 'x')
}
