import type { Channel } from '../model/channels.ts'
import type { Chip } from '../model/chip.ts'
import type { ContentMessage } from '../model/message.ts'
import type { Card, Part, PortablePart } from '../model/parts.ts'
import type { CalendarEvent, Contact, DateTime, Money, Place } from '../model/values.ts'

/** A piece that a person must be able to see or reach. A time is written `<iso> <zone>`. */
export type ContentPiece = { kind: 'text' | 'label' | 'url' | 'phone' | 'money' | 'time'; text: string; path: string }

/**
 * Everything that a channel must convey, in the order of the message. Pictures of options, items, and cards are
 * decoration.
 */
export function contentOf(message: ContentMessage, channel: Channel): ContentPiece[] {
  const parts = message.parts.flatMap((part, at) => listPartContent(part, channel, `parts[${at}]`))
  return [...parts, ...listChipsContent(message.chips, 'chips')]
}

function listPartContent(part: Part, channel: Channel, path: string): ContentPiece[] {
  if (part.type !== 'native') return listPortableContent(part, path)
  if (part.channel === channel) return []
  return part.fallback.flatMap((fallbackPart, at) => listPortableContent(fallbackPart, `${path}.fallback[${at}]`))
}

type PartReaders = {
  [T in PortablePart['type']]: (part: Extract<PortablePart, { type: T }>, path: string) => ContentPiece[]
}

const partReaders: PartReaders = {
  'ask.choice': ({ prompt, options }, path) => [
    ...listWords(prompt, `${path}.prompt`),
    ...options.flatMap(({ label, description }, at) => [
      ...listLeadingWords(label, `${path}.options[${at}].label`),
      ...listWords(description, `${path}.options[${at}].description`),
    ]),
  ],
  'ask.time': ({ prompt, slots }, path) => [
    ...listWords(prompt, `${path}.prompt`),
    ...slots.flatMap(({ start, label }, at) =>
      label === undefined
        ? time(start, `${path}.slots[${at}].start`)
        : listLeadingWords(label, `${path}.slots[${at}].label`),
    ),
  ],
  confirm: ({ prompt, confirmLabel, denyLabel, summary = [] }, path) => [
    ...listWords(prompt, `${path}.prompt`),
    ...listLeadingWords(confirmLabel, `${path}.confirmLabel`),
    ...listLeadingWords(denyLabel, `${path}.denyLabel`),
    ...summary.flatMap(({ label, value }, at) => [
      ...listWords(label, `${path}.summary[${at}].label`),
      ...listWords(value, `${path}.summary[${at}].value`),
    ]),
  ],
  showcase: ({ prompt, items }, path) => [
    ...listWords(prompt, `${path}.prompt`),
    ...items.flatMap(({ title, description, price, chips }, at) => [
      ...listWords(title, `${path}.items[${at}].title`),
      ...listWords(description, `${path}.items[${at}].description`),
      ...listAmount(price, `${path}.items[${at}].price`),
      ...listChipsContent(chips, `${path}.items[${at}].chips`),
    ]),
  ],
  'ask.location': ({ prompt }, path) => listWords(prompt, `${path}.prompt`),
  'share.event': ({ prompt, event }, path) => [
    ...listWords(prompt, `${path}.prompt`),
    ...listEventContent(event, `${path}.event`, listWords),
  ],
  'share.place': ({ prompt, place }, path) => [
    ...listWords(prompt, `${path}.prompt`),
    ...listPlaceContent(place, `${path}.place`),
  ],
  'share.contact': ({ prompt, contact }, path) => [
    ...listWords(prompt, `${path}.prompt`),
    ...listContactContent(contact, `${path}.contact`),
  ],
  text: ({ text }, path) => markdown(text, `${path}.text`),
  media: ({ url, alt, caption }, path) => [
    { kind: 'url', text: url, path: `${path}.url` },
    ...(caption?.trim() ? listWords(caption, `${path}.caption`) : listWords(alt, `${path}.alt`)),
  ],
  card: ({ card }, path) => listCardContent(card, `${path}.card`),
  carousel: ({ cards }, path) => cards.flatMap((card, at) => listCardContent(card, `${path}.cards[${at}]`)),
}

function listPortableContent(part: PortablePart, path: string): ContentPiece[] {
  const readPart = partReaders[part.type] as (part: PortablePart, path: string) => ContentPiece[]
  return readPart(part, path)
}

function listCardContent({ title, description, mediaUrl, chips }: Card, path: string): ContentPiece[] {
  const texts = [...listWords(title, `${path}.title`), ...listWords(description, `${path}.description`)]
  const mediaContent: ContentPiece[] =
    texts.length === 0 && mediaUrl ? [{ kind: 'url', text: mediaUrl, path: `${path}.mediaUrl` }] : []
  return [...texts, ...mediaContent, ...listChipsContent(chips, `${path}.chips`)]
}

function listChipsContent(chips: readonly Chip[] = [], path: string): ContentPiece[] {
  return chips.flatMap((chip, at) => listChipContent(chip, `${path}[${at}]`))
}

/** An event or a place is behind the chip or in a link, so only its presence is checked. */
function listChipContent({ label, url, phone, event, place }: Chip, path: string): ContentPiece[] {
  return [
    ...listLeadingWords(label, `${path}.label`),
    ...(url === undefined ? [] : [{ kind: 'url', text: url, path: `${path}.url` } as const]),
    ...(phone === undefined ? [] : [{ kind: 'phone', text: phone, path: `${path}.phone` } as const]),
    ...(event ? listEventContent(event, `${path}.event`, listLeadingWords) : []),
    ...(place ? listMapContent(place, `${path}.place`) : []),
  ]
}

type ListText = (text: string | undefined, path: string) => ContentPiece[]

function listEventContent(event: CalendarEvent, path: string, listText: ListText): ContentPiece[] {
  return [
    ...listText(event.title, `${path}.title`),
    ...time(event.start, `${path}.start`),
    ...(event.end ? time(event.end, `${path}.end`) : []),
    ...listText(event.location, `${path}.location`),
    ...listText(event.description, `${path}.description`),
  ]
}

function listPlaceContent(place: Place, path: string): ContentPiece[] {
  const texts = [...listWords(place.name, `${path}.name`), ...listWords(place.address, `${path}.address`)]
  return texts.length > 0 ? texts : listMapContent(place, path)
}

/** Coordinates are links, not text to read. */
function listMapContent({ name, address, latitude }: Place, path: string): ContentPiece[] {
  if (latitude !== undefined) return [{ kind: 'url', text: String(latitude), path: `${path}.latitude` }]
  return [...listLeadingWords(name, `${path}.name`), ...listLeadingWords(address, `${path}.address`)]
}

function listContactContent(
  { name, phones = [], emails = [], url, organization }: Contact,
  path: string,
): ContentPiece[] {
  return [
    ...listWords(name, `${path}.name`),
    ...phones.map((phone, at): ContentPiece => ({ kind: 'phone', text: phone, path: `${path}.phones[${at}]` })),
    ...emails.map((email, at): ContentPiece => ({ kind: 'text', text: email, path: `${path}.emails[${at}]` })),
    ...(url === undefined ? [] : [{ kind: 'url', text: url, path: `${path}.url` } as const]),
    ...listWords(organization, `${path}.organization`),
  ]
}

const listAmount = (price: Money | undefined, path: string): ContentPiece[] =>
  price ? [{ kind: 'money', text: price.amount, path }] : []

const time = ({ iso, tz }: DateTime, path: string): ContentPiece[] => [{ kind: 'time', text: `${iso} ${tz}`, path }]

const wordPattern = /[\p{L}\p{M}\p{N}]+/gu

/** Words without surrounding punctuation: each channel may quote or mark them in its own way. */
function listWords(text: string | undefined, path: string): ContentPiece[] {
  return (text?.match(wordPattern) ?? []).map((word) => ({ kind: 'text', text: word, path }))
}

/** A label may be truncated, but not dropped. */
function listLeadingWords(text: string | undefined, path: string): ContentPiece[] {
  const first = text?.match(wordPattern)?.[0] ?? text?.trim()
  return first ? [{ kind: 'label', text: first, path }] : []
}

const link = /\]\(([^\s()]+)\)/g
const listNumber = /^ {0,3}\d+[.)](?= )/gm

function markdown(text: string, path: string): ContentPiece[] {
  const urls = [...text.matchAll(link)].map(([, url = '']): ContentPiece => ({ kind: 'url', text: url, path }))
  return [...listWords(text.replace(link, ' ').replace(listNumber, ''), path), ...urls]
}
