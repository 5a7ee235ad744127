import type {
  Bubble,
  BubbleCard,
  BubbleChip,
  CarouselBubble,
  MediaBubble,
  RenderedText,
  TextBubble,
} from '../render/bubble.ts'
import { truncate } from '../text/measure.ts'
import { createWire, getFileName, omitUndefined, requireValue, type WireContext } from './builders.ts'

const bodyMaxLength = 1024

type Buttons = { header?: object; body: string; chips: readonly BubbleChip[] }

function buildButtonMessage({ header, body, chips }: Buttons, context: WireContext): object {
  const link = onlyLink(chips)
  const action = link
    ? ctaUrl(link)
    : { buttons: replies(chips).map((chip) => ({ type: 'reply', reply: button(chip, context) })) }
  const type = link ? 'cta_url' : 'button'
  return { type: 'interactive', interactive: omitUndefined({ type, header, body: { text: body }, action }) }
}

function buildCarouselMessage(bubble: CarouselBubble, context: WireContext): object {
  const { text, cards } = toWhatsappCarousel(bubble)
  const action = { cards: cards.map((card, at) => carouselCard(card, at, context)) }
  return { type: 'interactive', interactive: { type: 'carousel', body: { text: text.marked }, action } }
}

function carouselCard(card: BubbleCard, at: number, context: WireContext): object {
  const text = buildCardBody(card)
  const link = onlyLink(card.chips)
  return omitUndefined({
    card_index: at,
    // Meta's own example uses this type for cards with replies too.
    type: 'cta_url',
    header: { type: 'image', image: { link: requireValue(card.mediaUrl, 'picture on a card of a carousel') } },
    body: text ? { text } : undefined,
    action: link ? ctaUrl(link) : { buttons: replies(card.chips).map((chip) => quickReply(chip, context)) },
  })
}

function quickReply(chip: BubbleChip, context: WireContext): object {
  return { type: 'quick_reply', quick_reply: button(chip, context) }
}

function button({ label, tap }: BubbleChip, context: WireContext): object {
  return { id: context.postback(tap), title: label }
}

function ctaUrl({ label, url }: BubbleChip): object {
  return { name: 'cta_url', parameters: { display_text: label, url: requireValue(url, 'url') } }
}

function onlyLink(chips: readonly BubbleChip[]): BubbleChip | undefined {
  return chips.length === 1 && chips[0]?.kind === 'url' ? chips[0] : undefined
}

function replies(chips: readonly BubbleChip[]): readonly BubbleChip[] {
  if (chips.length === 0) throw new Error('messengerA has no buttons without chips')
  const other = chips.find(({ kind }) => kind !== 'reply')
  if (other) throw new Error(`messengerA takes replies or one link, not a chip of kind ${other.kind} among others`)
  return chips
}

/** Text for a body that must not be empty: the labels that the person sees on the buttons anyway. */
function joinChipLabels(chips: readonly BubbleChip[]): string {
  return truncate(chips.map(({ label }) => label).join(' / '), bodyMaxLength)
}

function buildCardBody({ title, description }: Pick<BubbleCard, 'title' | 'description'>): string {
  return [title && toStarredText(title.trim()), description].filter(Boolean).join('\n')
}

/** A star or a line break inside would end the bold early and show the stars. */
function toStarredText(title: string): string {
  return /[*\n]/.test(title) ? title : `*${title}*`
}

/** Omits `messaging_product` and the recipient, which the adapter adds to every message. */
export const whatsappWire = createWire({
  channel: 'messengerA',
  chipsUnder: ['text', 'media', 'card'],
  captions: true,
  builders: {
    text: ({ text, chips }, context) => textOrButtons(text.marked, chips, context),
    media,
    card: ({ card, chips }, context) => {
      const bubble = toButtonBubble(card, chips)
      return bubble.kind === 'media' ? media(bubble, context) : textOrButtons(bubble.text.marked, bubble.chips, context)
    },
    carousel: buildCarouselMessage,
    list: ({ text, button, rows }, context) => ({
      type: 'interactive',
      interactive: {
        type: 'list',
        body: { text: text.marked },
        action: {
          button,
          sections: [
            {
              // Meta rejects an empty description, so its key is omitted.
              rows: rows.map(({ title, description, tap }) =>
                omitUndefined({ id: context.postback(tap), title, description: description || undefined }),
              ),
            },
          ],
        },
      },
    }),
    locationRequest: ({ text }) => ({
      type: 'interactive',
      interactive: {
        type: 'location_request_message',
        body: { text: text.marked },
        action: { name: 'send_location' },
      },
    }),
    place: ({ latitude, longitude, name, address }) => ({
      type: 'location',
      location: omitUndefined({ latitude, longitude, name, address }),
    }),
  },
})

function textOrButtons(body: string, chips: readonly BubbleChip[], context: WireContext): object {
  if (chips.length > 0) return buildButtonMessage({ body, chips }, context)
  const preview = /https?:\/\//i.test(body) ? true : undefined
  return { type: 'text', text: omitUndefined({ body, preview_url: preview }) }
}

function media(bubble: MediaBubble, context: WireContext): object {
  const shown = toWhatsappMedia(bubble)
  if (shown.kind === 'text') return textOrButtons(shown.text.marked, shown.chips, context)
  const { url, mediaType, alt, caption, chips } = shown
  const kind = mediaKind(mediaType)
  const text = caption?.marked || undefined
  const filename = kind === 'document' ? getFileName(url) : undefined
  if (chips.length === 0) return { type: kind, [kind]: omitUndefined({ link: url, filename, caption: text }) }
  const header = { type: kind, [kind]: omitUndefined({ link: url, filename }) }
  return buildButtonMessage({ header, body: text || alt || joinChipLabels(chips), chips }, context)
}

/** Audio accepts neither a caption nor buttons: a link in a text loses neither. */
function toWhatsappMedia(bubble: MediaBubble): MediaBubble | TextBubble {
  const { url, mediaType, caption, chips } = bubble
  if (mediaKind(mediaType) !== 'audio' || (!caption?.marked && chips.length === 0)) return bubble
  const withUrl = (text: string | undefined) => [text, url].filter(Boolean).join('\n')
  return { kind: 'text', text: { marked: withUrl(caption?.marked), plain: withUrl(caption?.plain) }, chips }
}

/**
 * Returns the bubble that WhatsApp shows in place of this one: it has no single cards, needs a text above a carousel,
 * and shows an audio file with a text or buttons as a link.
 */
export function toWhatsappBubble(bubble: Bubble): Bubble {
  if (bubble.kind === 'card') return toButtonBubble(bubble.card, bubble.chips)
  if (bubble.kind === 'carousel') return toWhatsappCarousel(bubble)
  return bubble.kind === 'media' ? toWhatsappMedia(bubble) : bubble
}

/** A card as a picture with its texts as the caption, or as a text, both with buttons. */
function toButtonBubble(card: BubbleCard, below: readonly BubbleChip[]): MediaBubble | TextBubble {
  const chips = [...card.chips, ...below]
  const body = buildCardBody(card)
  const text = { marked: body, plain: body }
  if (card.mediaUrl === undefined) return { kind: 'text', text, chips }
  return { kind: 'media', url: card.mediaUrl, mediaType: 'image/jpeg', ...(body && { caption: text }), chips }
}

function toWhatsappCarousel(bubble: CarouselBubble): CarouselBubble & { text: RenderedText } {
  const { text, cards } = bubble
  // Meta requires a text above the cards: if the message has none, list the card titles.
  const titles = cards.map(({ title }) => title).filter(Boolean)
  const named = titles.join(' · ') || joinChipLabels(cards.flatMap(({ chips }) => chips))
  const above = truncate(named, bodyMaxLength)
  return {
    ...bubble,
    text: text ?? { marked: above, plain: above },
    // Meta accepts at most two line breaks in a card's text.
    cards: cards.map((card) => ({ ...card, description: card.description?.replace(/\s*\n\s*/g, ' ') })),
  }
}

function mediaKind(mediaType: string): 'image' | 'video' | 'audio' | 'document' {
  const [family] = mediaType.split('/')
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'document'
}
