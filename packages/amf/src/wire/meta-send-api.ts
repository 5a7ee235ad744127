import type { ChipKind } from '../model/chip.ts'
import type { BubbleCard, BubbleChip } from '../render/bubble.ts'
import { mediaKindOf } from '../render/media-type.ts'
import {
  createWire,
  omitUndefined,
  requireValue,
  toDialable,
  undefinedIfEmpty,
  type Wire,
  type WireContext,
} from './builders.ts'

type MetaChannel = 'messengerB' | 'socialC'

/** Messenger and Instagram accept the same bodies, except for call buttons. */
function createSendApiWire(channel: MetaChannel): Wire {
  const template = (cards: readonly BubbleCard[], context: WireContext): object => ({
    type: 'template',
    payload: { template_type: 'generic', elements: cards.map((card) => element(card, channel, context)) },
  })
  return createWire({
    channel,
    chipsUnder: ['text', 'media', 'card', 'carousel'],
    builders: {
      text: ({ text, chips }, context) => message({ text: text.marked }, chips, context),
      media: ({ url, mediaType, chips }, context) => {
        const attachment = { type: mediaKindOf(mediaType), payload: { url, is_reusable: true } }
        return message({ attachment }, chips, context)
      },
      card: ({ card, chips }, context) => message({ attachment: template([card], context) }, chips, context),
      carousel: ({ cards, chips }, context) => message({ attachment: template(cards, context) }, chips, context),
    },
  })
}

function message(content: object, chips: readonly BubbleChip[], context: WireContext): object {
  return {
    message: omitUndefined({
      ...content,
      quick_replies: undefinedIfEmpty(chips.map((chip) => quickReply(chip, context))),
    }),
  }
}

function quickReply({ label, kind, tap }: BubbleChip, context: WireContext): object {
  if (kind !== 'reply') throw new Error(`a quick reply cannot be of kind ${kind}`)
  return { content_type: 'text', title: label, payload: context.postback(tap) }
}

function element(card: BubbleCard, channel: MetaChannel, context: WireContext): object {
  const buttons = undefinedIfEmpty(card.chips.map((chip) => button(chip, channel, context)))
  // Meta rejects an element that has only a title.
  const bare = !card.description && card.mediaUrl === undefined && buttons === undefined
  return omitUndefined({
    title: requireValue(card.title, 'title on a card'),
    subtitle: bare ? ' ' : card.description || undefined,
    image_url: card.mediaUrl,
    buttons,
  })
}

function button(chip: BubbleChip, channel: MetaChannel, context: WireContext): object {
  const write = buttonKinds[channel][chip.kind]
  if (!write) throw new Error(`${channel} has no button of kind ${chip.kind}`)
  return write(chip, context)
}

type WriteButton = (chip: BubbleChip, context: WireContext) => object

const linkAndReply: Partial<Record<ChipKind, WriteButton>> = {
  reply: ({ label, tap }, context) => ({ type: 'postback', title: label, payload: context.postback(tap) }),
  url: ({ label, url }) => ({ type: 'web_url', title: label, url: requireValue(url, 'url') }),
}

const buttonKinds: Record<MetaChannel, Partial<Record<ChipKind, WriteButton>>> = {
  messengerB: {
    ...linkAndReply,
    dial: ({ label, phone }) => ({
      type: 'phone_number',
      title: label,
      payload: toDialable(requireValue(phone, 'phone')),
    }),
  },
  socialC: linkAndReply,
}

export const instagramWire = createSendApiWire('socialC')

export const messengerWire = createSendApiWire('messengerB')
