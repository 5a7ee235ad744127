import type { BubbleCard, BubbleChip, MediaBubble } from '../render/bubble.ts'
import { createWire } from './builders.ts'
import { omitUndefined } from './optional-values.ts'
import { getFileName } from './strings.ts'
import { buildButtonMessage, buildCardBody, buildCarouselMessage, joinChipLabels } from './whatsapp-interactive.ts'
import type { WireContext } from './wire.ts'

/** Without `messaging_product` and whom it goes to: the adapter puts both on every message. */
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
              // An empty description is refused, so its key is left out.
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
    // A recording takes neither a caption nor buttons: rather a link than words lost.
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
