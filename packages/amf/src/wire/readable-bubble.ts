import type { ChipKind } from '../model/chip.ts'
import type { Bubble, BubbleCard, BubbleChip } from '../render/bubble.ts'
import type { BubbleKind, BubbleOf } from './builders.ts'

/** The readable text and the tappable chips: for transcripts and for the fallback text of a notification. */
export type ReadableBubble = { text: string; chips: { label: string; kind: ChipKind; tap: number }[] }

export function toReadableBubble(bubble: Bubble): ReadableBubble {
  const read = readers[bubble.kind] as (bubble: Bubble) => string
  return { text: read(bubble), chips: chipsOf(bubble).map(({ label, kind, tap }) => ({ label, kind, tap })) }
}

const readers: { [K in BubbleKind]: (bubble: BubbleOf<K>) => string } = {
  text: ({ text }) => text.plain,
  media: ({ caption, alt }) => caption?.plain || alt || '',
  card: ({ card }) => cardText(card),
  carousel: ({ text, cards }) => [text?.plain, ...cards.map(cardText)].filter(Boolean).join('\n\n'),
  list: ({ text, rows }) => lines([text.plain, ...rows.map(rowText)]),
  times: ({ text, slots }) => lines([text.plain, ...slots.map(({ label }) => label)]),
  locationRequest: ({ text }) => text.plain,
  place: ({ name, address }) => lines([name, address]),
  native: ({ payload }) => lines(textsIn(payload)),
}

function cardText({ title, description }: BubbleCard): string {
  return lines([title, description])
}

function rowText({ title, description }: { title: string; description?: string }): string {
  return description ? `${title}: ${description}` : title
}

function chipsOf(bubble: Bubble): BubbleChip[] {
  const cards = bubble.kind === 'card' ? [bubble.card] : bubble.kind === 'carousel' ? bubble.cards : []
  return [...cards.flatMap((card) => card.chips), ...bubble.chips]
}

/** Compared in lowercase: Twilio writes `Body`. */
const textKeys = ['text', 'title', 'body', 'description', 'label', 'caption']

/** A native payload has no known shape: text under one of these keys is most likely shown to the person. */
function textsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) =>
    typeof member === 'string' && textKeys.includes(key.toLowerCase()) ? [member] : textsIn(member),
  )
}

function lines(parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join('\n')
}
