import type { BubbleCard, BubbleChip, ListBubble, ListRow, MediaBubble, TimesBubble } from '../render/bubble.ts'
import { createWire, omitUndefined, type WireContext } from './builders.ts'

/** Replaces the affordance index with the payload that a tap returns. */
type Tapped<T extends { tap: number }> = Omit<T, 'tap'> & { postback: string }

export type WebchatChip = Tapped<BubbleChip>
export type WebchatCard = Omit<BubbleCard, 'chips'> & { chips: WebchatChip[] }
export type WebchatRow = Tapped<ListRow>
export type WebchatSlot = Tapped<TimesBubble['slots'][number]>

/** A web chat message. `text` and `caption` are CommonMark; titles, descriptions and labels are plain text. */
export type WebchatPayload = { chips: WebchatChip[] } & (
  | { kind: 'text'; text: string }
  | ({ kind: 'media'; caption?: string } & Pick<MediaBubble, 'url' | 'mediaType' | 'alt'>)
  | { kind: 'card'; card: WebchatCard }
  | { kind: 'carousel'; cards: WebchatCard[] }
  | ({ kind: 'list'; text: string; rows: WebchatRow[] } & Pick<ListBubble, 'button' | 'multiple'>)
  | ({ kind: 'times'; text: string; slots: WebchatSlot[] } & Pick<TimesBubble, 'durationMinutes'>)
)

export const webchatWire = createWire({
  channel: 'webchat',
  chipsUnder: ['text', 'media', 'card', 'carousel', 'list', 'times'],
  captions: true,
  builders: {
    text: ({ kind, text, chips }, context) => payload({ kind, text: text.marked, chips: tapped(chips, context) }),
    media: ({ kind, url, mediaType, alt, caption, chips }, context) =>
      payload({ kind, url, mediaType, alt, caption: caption?.marked, chips: tapped(chips, context) }),
    card: ({ kind, card, chips }, context) =>
      payload({ kind, card: cardOf(card, context), chips: tapped(chips, context) }),
    carousel: ({ kind, cards, chips }, context) =>
      payload({ kind, cards: cards.map((card) => cardOf(card, context)), chips: tapped(chips, context) }),
    list: ({ kind, text, button, multiple, rows, chips }, context) => {
      const shared = { kind, text: text.marked, button, multiple }
      return payload({ ...shared, rows: tapped(rows, context), chips: tapped(chips, context) })
    },
    times: ({ kind, text, durationMinutes, slots, chips }, context) => {
      const shared = { kind, text: text.marked, durationMinutes }
      return payload({ ...shared, slots: tapped(slots, context), chips: tapped(chips, context) })
    },
  },
})

function payload(value: WebchatPayload): WebchatPayload {
  return omitUndefined(value)
}

function cardOf(card: BubbleCard, context: WireContext): WebchatCard {
  return omitUndefined({ ...card, chips: tapped(card.chips, context) })
}

function tapped<T extends { tap: number }>(entries: readonly T[], context: WireContext): Tapped<T>[] {
  return entries.map(({ tap, ...entry }) => omitUndefined({ ...entry, postback: context.postback(tap) }))
}
