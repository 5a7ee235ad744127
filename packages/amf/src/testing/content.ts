import type { Channel } from '../model/channels.ts'
import type { Chip } from '../model/chip.ts'
import type { ContentMessage } from '../model/message.ts'
import type { Card, Part, PortablePart } from '../model/parts.ts'
import type { CalendarEvent, Contact, DateTime, Money, Place } from '../model/values.ts'

/** A piece that a person must be able to see or reach. A time is written `<iso> <zone>`. */
export type ContentPiece = { what: 'text' | 'label' | 'url' | 'phone' | 'money' | 'time'; text: string; path: string }

/**
 * Everything that a channel must convey, in the order of the message. Pictures of options, items, and cards are
 * decoration.
 */
export function contentOf(message: ContentMessage, channel: Channel): ContentPiece[] {
  const parts = message.parts.flatMap((part, at) => ofPart(part, channel, `parts[${at}]`))
  return [...parts, ...ofChips(message.chips, 'chips')]
}

function ofPart(part: Part, channel: Channel, path: string): ContentPiece[] {
  if (part.type !== 'native') return ofPortable(part, path)
  if (part.channel === channel) return []
  return part.fallback.flatMap((inner, at) => ofPortable(inner, `${path}.fallback[${at}]`))
}

type Reading = {
  [T in PortablePart['type']]: (part: Extract<PortablePart, { type: T }>, path: string) => ContentPiece[]
}

const reading: Reading = {
  'ask.choice': ({ prompt, options }, path) => [
    ...words(prompt, `${path}.prompt`),
    ...options.flatMap(({ label, description }, at) => [
      ...leading(label, `${path}.options[${at}].label`),
      ...words(description, `${path}.options[${at}].description`),
    ]),
  ],
  'ask.time': ({ prompt, slots }, path) => [
    ...words(prompt, `${path}.prompt`),
    ...slots.flatMap(({ start, label }, at) =>
      label === undefined ? time(start, `${path}.slots[${at}].start`) : leading(label, `${path}.slots[${at}].label`),
    ),
  ],
  confirm: ({ prompt, confirmLabel, denyLabel, summary = [] }, path) => [
    ...words(prompt, `${path}.prompt`),
    ...leading(confirmLabel, `${path}.confirmLabel`),
    ...leading(denyLabel, `${path}.denyLabel`),
    ...summary.flatMap(({ label, value }, at) => [
      ...words(label, `${path}.summary[${at}].label`),
      ...words(value, `${path}.summary[${at}].value`),
    ]),
  ],
  showcase: ({ prompt, items }, path) => [
    ...words(prompt, `${path}.prompt`),
    ...items.flatMap(({ title, description, price, chips }, at) => [
      ...words(title, `${path}.items[${at}].title`),
      ...words(description, `${path}.items[${at}].description`),
      ...amount(price, `${path}.items[${at}].price`),
      ...ofChips(chips, `${path}.items[${at}].chips`),
    ]),
  ],
  'ask.location': ({ prompt }, path) => words(prompt, `${path}.prompt`),
  'share.event': ({ prompt, event }, path) => [
    ...words(prompt, `${path}.prompt`),
    ...ofEvent(event, `${path}.event`, words),
  ],
  'share.place': ({ prompt, place }, path) => [...words(prompt, `${path}.prompt`), ...ofPlace(place, `${path}.place`)],
  'share.contact': ({ prompt, contact }, path) => [
    ...words(prompt, `${path}.prompt`),
    ...ofContact(contact, `${path}.contact`),
  ],
  text: ({ text }, path) => markdown(text, `${path}.text`),
  media: ({ url, alt, caption }, path) => [
    { what: 'url', text: url, path: `${path}.url` },
    ...(caption?.trim() ? words(caption, `${path}.caption`) : words(alt, `${path}.alt`)),
  ],
  card: ({ card }, path) => ofCard(card, `${path}.card`),
  carousel: ({ cards }, path) => cards.flatMap((card, at) => ofCard(card, `${path}.cards[${at}]`)),
}

function ofPortable(part: PortablePart, path: string): ContentPiece[] {
  const read = reading[part.type] as (part: PortablePart, path: string) => ContentPiece[]
  return read(part, path)
}

function ofCard({ title, description, mediaUrl, chips }: Card, path: string): ContentPiece[] {
  const texts = [...words(title, `${path}.title`), ...words(description, `${path}.description`)]
  const picture: ContentPiece[] =
    texts.length === 0 && mediaUrl ? [{ what: 'url', text: mediaUrl, path: `${path}.mediaUrl` }] : []
  return [...texts, ...picture, ...ofChips(chips, `${path}.chips`)]
}

function ofChips(chips: readonly Chip[] = [], path: string): ContentPiece[] {
  return chips.flatMap((chip, at) => ofChip(chip, `${path}[${at}]`))
}

/** An event or a place is behind the chip or in a link, so only its presence is checked. */
function ofChip({ label, url, phone, event, place }: Chip, path: string): ContentPiece[] {
  return [
    ...leading(label, `${path}.label`),
    ...(url === undefined ? [] : [{ what: 'url', text: url, path: `${path}.url` } as const]),
    ...(phone === undefined ? [] : [{ what: 'phone', text: phone, path: `${path}.phone` } as const]),
    ...(event ? ofEvent(event, `${path}.event`, leading) : []),
    ...(place ? onMap(place, `${path}.place`) : []),
  ]
}

type Take = (text: string | undefined, path: string) => ContentPiece[]

function ofEvent(event: CalendarEvent, path: string, take: Take): ContentPiece[] {
  return [
    ...take(event.title, `${path}.title`),
    ...time(event.start, `${path}.start`),
    ...(event.end ? time(event.end, `${path}.end`) : []),
    ...take(event.location, `${path}.location`),
    ...take(event.description, `${path}.description`),
  ]
}

function ofPlace(place: Place, path: string): ContentPiece[] {
  const texts = [...words(place.name, `${path}.name`), ...words(place.address, `${path}.address`)]
  return texts.length > 0 ? texts : onMap(place, path)
}

/** Coordinates are links, not text to read. */
function onMap({ name, address, latitude }: Place, path: string): ContentPiece[] {
  if (latitude !== undefined) return [{ what: 'url', text: String(latitude), path: `${path}.latitude` }]
  return [...leading(name, `${path}.name`), ...leading(address, `${path}.address`)]
}

function ofContact({ name, phones = [], emails = [], url, organization }: Contact, path: string): ContentPiece[] {
  return [
    ...words(name, `${path}.name`),
    ...phones.map((phone, at): ContentPiece => ({ what: 'phone', text: phone, path: `${path}.phones[${at}]` })),
    ...emails.map((email, at): ContentPiece => ({ what: 'text', text: email, path: `${path}.emails[${at}]` })),
    ...(url === undefined ? [] : [{ what: 'url', text: url, path: `${path}.url` } as const]),
    ...words(organization, `${path}.organization`),
  ]
}

const amount = (price: Money | undefined, path: string): ContentPiece[] =>
  price ? [{ what: 'money', text: price.amount, path }] : []

const time = ({ iso, tz }: DateTime, path: string): ContentPiece[] => [{ what: 'time', text: `${iso} ${tz}`, path }]

const word = /[\p{L}\p{M}\p{N}]+/gu

/** Words without surrounding punctuation: each channel may quote or mark them in its own way. */
function words(text: string | undefined, path: string): ContentPiece[] {
  return (text?.match(word) ?? []).map((each) => ({ what: 'text', text: each, path }))
}

/** A label may be truncated, but not dropped. */
function leading(text: string | undefined, path: string): ContentPiece[] {
  const first = text?.match(word)?.[0] ?? text?.trim()
  return first ? [{ what: 'label', text: first, path }] : []
}

const link = /\]\(([^\s()]+)\)/g
const listNumber = /^ {0,3}\d+[.)](?= )/gm

function markdown(text: string, path: string): ContentPiece[] {
  const urls = [...text.matchAll(link)].map(([, url = '']): ContentPiece => ({ what: 'url', text: url, path }))
  return [...words(text.replace(link, ' ').replace(listNumber, ''), path), ...urls]
}
