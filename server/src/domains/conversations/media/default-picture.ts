import type { ContentMessage, Part } from '@parley/amf'

/** Whether a card of the message has no picture. */
export function lacksPicture({ parts }: ContentMessage): boolean {
  return parts.some((part) => cardsOf(part).some(({ mediaUrl }) => mediaUrl === undefined))
}

function cardsOf(part: Part): readonly { mediaUrl?: string }[] {
  if (part.type === 'card') return [part.card]
  if (part.type === 'carousel') return part.cards
  return part.type === 'showcase' ? part.items : []
}

/** The same message with a picture on each card that has none. */
export function withDefaultPicture(message: ContentMessage, mediaUrl: string): ContentMessage {
  const filled = <Card extends { mediaUrl?: string }>(card: Card): Card => ({ mediaUrl, ...card })
  const parts = message.parts.map((part): Part => {
    if (part.type === 'card') return { ...part, card: filled(part.card) }
    if (part.type === 'carousel') return { ...part, cards: part.cards.map(filled) }
    return part.type === 'showcase' ? { ...part, items: part.items.map(filled) } : part
  })
  return { ...message, parts }
}
