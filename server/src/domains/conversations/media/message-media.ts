import type { Card, ContentMessage, Part } from '@parley/amf'

export type RehostedFile = { url: string; mediaType: string }

export function listMediaUrls({ parts }: ContentMessage): string[] {
  const found = new Set<string>()
  for (const part of parts) visitMediaUrls(part, (url) => found.add(url))
  return [...found]
}

function visitMediaUrls(part: Part, see: (url: string) => void): void {
  const seeAll = (entries: readonly { mediaUrl?: string }[]) => {
    for (const { mediaUrl } of entries) if (mediaUrl !== undefined) see(mediaUrl)
  }
  if (part.type === 'media') see(part.url)
  else if (part.type === 'card') seeAll([part.card])
  else if (part.type === 'carousel') seeAll(part.cards)
  else if (part.type === 'ask.choice') seeAll(part.options)
  else if (part.type === 'showcase') seeAll(part.items)
  else if (part.type === 'native') for (const inner of part.fallback) visitMediaUrls(inner, see)
}

export function replaceMediaUrls(message: ContentMessage, kept: ReadonlyMap<string, RehostedFile>): ContentMessage {
  return { ...message, parts: message.parts.map((part) => replacePartUrls(part, kept)) }
}

function replacePartUrls<P extends Part>(part: P, kept: ReadonlyMap<string, RehostedFile>): P
function replacePartUrls(part: Part, kept: ReadonlyMap<string, RehostedFile>): Part {
  const entry = <E extends { mediaUrl?: string }>(one: E): E => {
    const ours = one.mediaUrl === undefined ? undefined : kept.get(one.mediaUrl)
    return ours ? { ...one, mediaUrl: ours.url } : one
  }
  const card = (one: Card): Card => entry(one)
  if (part.type === 'media') {
    const ours = kept.get(part.url)
    return ours ? { ...part, url: ours.url, mediaType: ours.mediaType } : part
  }
  if (part.type === 'card') return { ...part, card: card(part.card) }
  if (part.type === 'carousel') return { ...part, cards: part.cards.map(card) }
  if (part.type === 'ask.choice') return { ...part, options: part.options.map(entry) }
  if (part.type === 'showcase') return { ...part, items: part.items.map(entry) }
  if (part.type === 'native') return { ...part, fallback: part.fallback.map((inner) => replacePartUrls(inner, kept)) }
  return part
}

export function lacksPicture({ parts }: ContentMessage): boolean {
  return parts.some((part) => cardsOf(part).some(({ mediaUrl }) => mediaUrl === undefined))
}

function cardsOf(part: Part): readonly { mediaUrl?: string }[] {
  if (part.type === 'card') return [part.card]
  if (part.type === 'carousel') return part.cards
  return part.type === 'showcase' ? part.items : []
}

/** Adds a picture to each card that has none. */
export function withDefaultPicture(message: ContentMessage, mediaUrl: string): ContentMessage {
  const filled = <Card extends { mediaUrl?: string }>(card: Card): Card => ({ mediaUrl, ...card })
  const parts = message.parts.map((part): Part => {
    if (part.type === 'card') return { ...part, card: filled(part.card) }
    if (part.type === 'carousel') return { ...part, cards: part.cards.map(filled) }
    return part.type === 'showcase' ? { ...part, items: part.items.map(filled) } : part
  })
  return { ...message, parts }
}
