import type { BubbleCard, BubbleChip, CarouselBubble, MediaBubble } from '../render/bubble.ts'
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

function buildCarouselMessage({ text: above, cards }: CarouselBubble, context: WireContext): object {
  // Meta requires a text above the cards: if the message has none, list the card titles.
  const titles = cards.map(({ title }) => title).filter(Boolean)
  const named = titles.join(' · ') || joinChipLabels(cards.flatMap(({ chips }) => chips))
  const text = above?.marked ?? truncate(named, bodyMaxLength)
  const action = { cards: cards.map((card, at) => carouselCard(card, at, context)) }
  return { type: 'interactive', interactive: { type: 'carousel', body: { text }, action } }
}

function carouselCard(card: BubbleCard, at: number, context: WireContext): object {
  // Meta accepts at most two line breaks in a card's text.
  const text = buildCardBody({ title: card.title, description: card.description?.replace(/\s*\n\s*/g, ' ') })
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
    card: ({ card, chips }, context) => cardMessage(card, [...card.chips, ...chips], context),
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

function media({ url, mediaType, alt, caption, chips }: MediaBubble, context: WireContext): object {
  const kind = mediaKind(mediaType)
  const text = caption?.marked || undefined
  if (kind === 'audio') {
    // Audio accepts neither a caption nor buttons: send a link rather than lose the text.
    if (text || chips.length > 0) return textOrButtons([text, url].filter(Boolean).join('\n'), chips, context)
    return { type: 'audio', audio: { link: url } }
  }
  const filename = kind === 'document' ? getFileName(url) : undefined
  if (chips.length === 0) return { type: kind, [kind]: omitUndefined({ link: url, filename, caption: text }) }
  const header = { type: kind, [kind]: omitUndefined({ link: url, filename }) }
  return buildButtonMessage({ header, body: text || alt || joinChipLabels(chips), chips }, context)
}

function cardMessage(card: BubbleCard, chips: readonly BubbleChip[], context: WireContext): object {
  const body = buildCardBody(card)
  if (card.mediaUrl === undefined) return textOrButtons(body, chips, context)
  const image = { link: card.mediaUrl }
  if (chips.length === 0) return { type: 'image', image: omitUndefined({ ...image, caption: body || undefined }) }
  return buildButtonMessage({ header: { type: 'image', image }, body: body || joinChipLabels(chips), chips }, context)
}

function mediaKind(mediaType: string): 'image' | 'video' | 'audio' | 'document' {
  const [family] = mediaType.split('/')
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'document'
}
