import type { Bubble, BubbleCard, BubbleChip, RenderedText } from '../render/bubble.ts'
import { mediaKindOf } from '../render/media-type.ts'
import type { Affordance, RenderContext } from '../render/render-context.ts'
import { parseMarkup } from '../text/parse-markup.ts'
import type { TextRun } from '../text/runs.ts'
import { getFileName, omitUndefined, toReadableBubble } from '../wire/builders.ts'
import { toWhatsappBubble } from '../wire/whatsapp.ts'
import type { BubbleView, CardView, ChipView, MediaView } from './bubble-view.ts'

type ViewContext = Pick<RenderContext, 'profile' | 'affordances'>

/** Returns what a person sees of a bubble on this channel. */
export function toBubbleView(bubble: Bubble, context: ViewContext): BubbleView {
  // WhatsApp has no cards: they become a picture or a text with buttons.
  return viewOf(context.profile.channel === 'messengerA' ? toWhatsappBubble(bubble) : bubble, context)
}

function viewOf(bubble: Bubble, { profile, affordances }: ViewContext): BubbleView {
  const { markup } = profile.text
  const runs = (text: RenderedText): TextRun[] => parseMarkup(text.marked, markup)
  const { kind } = bubble
  const chips = bubble.chips.map((chip) => chipView(chip, affordances))
  switch (kind) {
    case 'text':
      return { kind, text: runs(bubble.text), chips }
    case 'media': {
      const media = createMediaView(bubble)
      return omitUndefined({ kind, media, text: bubble.caption && runs(bubble.caption), chips })
    }
    case 'card':
      return { kind, card: cardView(bubble.card, affordances), chips }
    case 'carousel': {
      const cards = bubble.cards.map((card) => cardView(card, affordances))
      return omitUndefined({ kind, text: bubble.text && runs(bubble.text), cards, chips })
    }
    case 'list': {
      const { text, button, multiple, rows } = bubble
      return { kind, text: runs(text), button, multiple, rows: rows.map(omitUndefined), chips }
    }
    case 'times': {
      const slots = bubble.slots.map(({ start, label, tap }) => ({ start, label, tap }))
      return { kind, text: runs(bubble.text), durationMinutes: bubble.durationMinutes, slots, chips }
    }
    case 'locationRequest': {
      const { text, tap } = bubble
      const share = { label: affordances[tap]?.label ?? '', kind: 'shareLocation', tap } as const
      return { kind, text: runs(text), chips: [...chips, share] }
    }
    case 'place': {
      const { name, address, latitude, longitude } = bubble
      return { kind, place: omitUndefined({ name, address, latitude, longitude }), chips }
    }
    case 'native':
      return { kind, text: parseMarkup(toReadableBubble(bubble).text, 'plain'), chips }
  }
}

/** Cards show their texts without markup. */
function cardView({ title, description, mediaUrl, chips }: BubbleCard, affordances: readonly Affordance[]): CardView {
  const text = description === undefined ? undefined : parseMarkup(description, 'plain')
  const chipViews = chips.map((chip) => chipView(chip, affordances))
  return omitUndefined({ title, description: text, mediaUrl, chips: chipViews })
}

/** Select on a card replies with the card's title, and a shortened label with the whole one. */
function chipView(chip: BubbleChip, affordances: readonly Affordance[]): ChipView {
  const { kind, label, answer } = affordances[chip.tap] ?? {}
  return kind === 'reply' && answer && label && label !== chip.label ? { ...chip, replyText: label } : chip
}

export function createMediaView({ url, mediaType, alt }: { url: string; mediaType: string; alt?: string }): MediaView {
  return omitUndefined({ url, mediaType, kind: mediaKindOf(mediaType), name: getFileName(url), alt })
}
