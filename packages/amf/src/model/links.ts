import { parseMarkdown } from '../text/markdown.ts'
import type { Chip } from './chip.ts'
import type { ContentMessage } from './message.ts'
import type { Card, Part } from './parts.ts'

/** The web addresses of a message that a person can tap, each once: links of texts, and link chips. */
export function listLinks(message: ContentMessage): string[] {
  const found = new Set<string>()
  mapLinks(message, (url) => {
    found.add(url)
    return url
  })
  return [...found]
}

/** Replaces the addresses of links; pictures, contacts and native payloads stay as they are. */
export function mapLinks(message: ContentMessage, replace: (url: string) => string): ContentMessage {
  const map = { text: createTextMapper(replace), chips: createChipMapper(replace) }
  return {
    ...message,
    parts: message.parts.map((part) => mapPart(part, map)),
    ...(message.chips && { chips: map.chips(message.chips) }),
  }
}

type LinkMapper = {
  text: (text: string) => string
  chips: (chips: readonly Chip[]) => Chip[]
}

function createChipMapper(replace: (url: string) => string): LinkMapper['chips'] {
  return (chips) => chips.map((chip) => (chip.url === undefined ? chip : { ...chip, url: replace(chip.url) }))
}

function mapPart(part: Part, map: LinkMapper): Part {
  if (part.type === 'text') return { ...part, text: map.text(part.text) }
  if (part.type === 'card') return { ...part, card: mapCard(part.card, map) }
  if (part.type === 'carousel') return { ...part, cards: part.cards.map((card) => mapCard(card, map)) }
  if (part.type === 'showcase') {
    const items = part.items.map((item) => ({ ...item, ...mapCard(item, map), title: item.title }))
    return { ...part, prompt: map.text(part.prompt), items }
  }
  if (part.type === 'media') return part.caption === undefined ? part : { ...part, caption: map.text(part.caption) }
  return 'prompt' in part && part.prompt !== undefined ? ({ ...part, prompt: map.text(part.prompt) } as Part) : part
}

function mapCard<Given extends Pick<Card, 'description' | 'chips'>>(card: Given, map: LinkMapper): Given {
  return {
    ...card,
    ...(card.description !== undefined && { description: map.text(card.description) }),
    ...(card.chips && { chips: map.chips(card.chips) }),
  }
}

/** An address that goes on is another one. */
const boundary = '(?![\\w/%?&=#~-])'

/** Replaces the addresses that the text renders as links; an address with escapes in its source stays as it is. */
function createTextMapper(replace: (url: string) => string): LinkMapper['text'] {
  return (text) => {
    if (!/https?:\/\//i.test(text)) return text
    const hrefs = parseMarkdown(text).flatMap(({ href }) => (href && /^https?:\/\//i.test(href) ? [href] : []))
    if (hrefs.length === 0) return text
    const longestFirst = [...new Set(hrefs)].sort((one, other) => other.length - one.length)
    const pattern = longestFirst.map((href) => href.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
    return text.replace(new RegExp(`(?:${pattern})${boundary}`, 'g'), (href) => replace(href))
  }
}
