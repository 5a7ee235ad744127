import type { Bubble, BubbleCard, BubbleChip, ListBubble } from '../render/bubble.ts'
import { truncate } from '../text/measure.ts'
import {
  createWire,
  omitUndefined,
  requireValue,
  toReadableBubble,
  undefinedIfEmpty,
  type WireContext,
} from './builders.ts'

const notificationMaxLength = 4000
const altTextMaxLength = 2000
const placeholderMaxLength = 150

export const slackWire = createWire({
  channel: 'workchatD',
  chipsUnder: ['text', 'media', 'card', 'carousel', 'list'],
  captions: true,
  builders: {
    text: (bubble, context) => message(bubble, [section(bubble.text.marked)], context),
    media: (bubble, context) => {
      const caption = bubble.caption?.marked ? [section(bubble.caption.marked)] : []
      return message(bubble, [picture(bubble.url, bubble.alt), ...caption], context)
    },
    card: (bubble, context) => message(bubble, [cardBlock(bubble.card, context)], context),
    carousel: (bubble, context) => {
      const elements = bubble.cards.map((card) => cardBlock(card, context))
      return message(bubble, [{ type: 'carousel', elements }], context)
    },
    list: (bubble, context) => {
      const select = { type: 'actions', elements: [staticSelect(bubble, context)] }
      return message(bubble, [section(bubble.text.marked), select], context)
    },
  },
})

function message(bubble: Bubble, blocks: readonly object[], context: WireContext): object {
  const actions = bubble.chips.length > 0 ? [{ type: 'actions', elements: buttons(bubble.chips, context) }] : []
  return { text: notification(toReadableBubble(bubble).text || 'picture'), blocks: [...blocks, ...actions] }
}

/** Truncated before escaping, so that no entity is split, to a length that fits once escaped. */
function notification(text: string): string {
  let room = 0
  let used = 0
  for (; room < text.length; room++) {
    used += escaped(text.charAt(room)).length
    if (used > notificationMaxLength) break
  }
  return escaped(truncate(text, room))
}

function section(mrkdwn: string): object {
  return { type: 'section', text: { type: 'mrkdwn', text: mrkdwn } }
}

function picture(url: string, alt: string | undefined): object {
  return { type: 'image', image_url: url, alt_text: truncate(alt || 'picture', altTextMaxLength) }
}

function cardBlock(card: BubbleCard, context: WireContext): object {
  return omitUndefined({
    type: 'card',
    hero_image: card.mediaUrl === undefined ? undefined : picture(card.mediaUrl, card.title),
    title: card.title ? plainText(card.title) : undefined,
    body: card.description ? plainText(card.description) : undefined,
    actions: undefinedIfEmpty(buttons(card.chips, context)),
  })
}

function buttons(chips: readonly BubbleChip[], context: WireContext): object[] {
  return chips.map(({ label, kind, url, tap }) => {
    if (kind !== 'reply' && kind !== 'url') throw new Error(`workchatD has no button of kind ${kind}`)
    const shared = { type: 'button', text: plainText(label), action_id: `tap-${tap}`, value: context.postback(tap) }
    return kind === 'url' ? { ...shared, url: requireValue(url, 'url') } : shared
  })
}

function staticSelect({ button, rows }: ListBubble, context: WireContext): object {
  return {
    type: 'static_select',
    action_id: `pick-${requireValue(rows[0], 'row').tap}`,
    placeholder: plainText(truncate(button, placeholderMaxLength)),
    options: rows.map(({ title, description, tap }) =>
      omitUndefined({
        text: plainText(title),
        value: context.postback(tap),
        description: description ? plainText(description) : undefined,
      }),
    ),
  }
}

/** A text in which Slack interprets no markup or mentions, so it needs no escaping. */
function plainText(text: string): object {
  return { type: 'plain_text', text }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (character) => entities[character] ?? character)
}
