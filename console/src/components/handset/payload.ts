import type { Channel } from '@parley/amf'
import type { LocationView, MediaView } from './bubble.ts'

/** Content that a phone reads from a provider's payload; texts still contain the channel's formatting marks. */
export type PayloadContent = {
  text?: string
  media?: MediaView[]
  cards?: PayloadCard[]
  rows?: PayloadRow[]
  times?: { id: string; start: string; label?: string }[]
  button?: string
  multiple?: boolean
  location?: LocationView
  asksLocation?: boolean
}
export type PayloadCard = { title?: string; description?: string; picture?: string; payload: unknown }
type PayloadRow = { id: string; title: string; description?: string; picture?: string }

/** Reads a provider's payload. An unknown shape yields nothing; the caller then shows the message's plain text. */
export function readProviderPayload(channel: Channel, payload: unknown): PayloadContent {
  return payloadReaders[channel](payload)
}

/** Reads a value at a path of a payload of unknown shape. */
export function payloadAt(value: unknown, ...path: (string | number)[]): unknown {
  let found = value
  for (const key of path) {
    found = typeof found === 'object' && found !== null ? (found as Record<string | number, unknown>)[key] : undefined
  }
  return found
}

const text = (value: unknown, ...path: (string | number)[]): string | undefined => {
  const found = payloadAt(value, ...path)
  return typeof found === 'string' && found.trim() !== '' ? found : undefined
}
const list = (value: unknown, ...path: (string | number)[]): unknown[] => {
  const found = payloadAt(value, ...path)
  return Array.isArray(found) ? found : []
}

const payloadReaders: Record<Channel, (payload: unknown) => PayloadContent> = {
  rcs,
  sms: (payload) => ({ text: text(payload, 'Body') }),
  aiChatE: (payload) => ({ text: text(payload, 'text') }),
  messengerA,
  messengerB: metaMessage,
  socialC: metaMessage,
  vendorMessages,
  webchat,
  workchatD,
}

function rcs(payload: unknown): PayloadContent {
  const content = payloadAt(payload, 'contentMessage')
  const single = payloadAt(content, 'richCard', 'standaloneCard', 'cardContent')
  const cards = [...(single ? [single] : []), ...list(content, 'richCard', 'carouselCard', 'cardContents')]
  return {
    text: text(content, 'text'),
    media: toMediaViews(text(content, 'contentInfo', 'fileUrl')),
    cards: cards.map((card) => ({
      title: text(card, 'title'),
      description: text(card, 'description'),
      picture: text(card, 'media', 'contentInfo', 'fileUrl'),
      payload: card,
    })),
  }
}

function messengerA(payload: unknown): PayloadContent {
  const type = text(payload, 'type') ?? ''
  if (type === 'interactive') return interactive(payloadAt(payload, 'interactive'))
  if (type === 'text') return { text: text(payload, 'text', 'body') }
  if (type === 'location') return { location: placeOf(payloadAt(payload, 'location')) }
  return { media: fileOf(payload, type), text: text(payload, type, 'caption') }
}

function interactive(part: unknown): PayloadContent {
  const type = text(part, 'type')
  const header = payloadAt(part, 'header')
  const shared = { text: text(part, 'body', 'text'), media: fileOf(header, text(header, 'type') ?? '') }
  const action = payloadAt(part, 'action')
  if (type === 'location_request_message') return { ...shared, asksLocation: true }
  if (type === 'list') {
    const rows = list(action, 'sections').flatMap((section) => list(section, 'rows'))
    return {
      ...shared,
      rows: rows.map((row) => rowOf(row, 'id', 'title', 'description')),
      button: text(action, 'button'),
    }
  }
  if (type !== 'carousel') return shared
  const cards = list(action, 'cards').map((card) => ({
    description: text(card, 'body', 'text'),
    picture: text(card, 'header', 'image', 'link'),
    payload: card,
  }))
  return { ...shared, cards }
}

function metaMessage(payload: unknown): PayloadContent {
  const attachment = payloadAt(payload, 'message', 'attachment')
  const type = text(attachment, 'type')
  if (!type) return { text: text(payload, 'message', 'text') }
  if (type !== 'template') return { media: toMediaViews(text(attachment, 'payload', 'url'), type) }
  const cards = list(attachment, 'payload', 'elements').map((card) => ({
    title: text(card, 'title'),
    description: text(card, 'subtitle'),
    picture: text(card, 'image_url'),
    payload: card,
  }))
  return { cards }
}

/** Placeholder character for an attachment in a text. */
const attachmentMark = '\uFFFC'

function vendorMessages(payload: unknown): PayloadContent {
  if (text(payload, 'type') === 'interactive') return vendorInteractive(payloadAt(payload, 'interactiveData'))
  const files = list(payload, 'attachments').flatMap((file) =>
    toMediaViews(text(file, 'url'), text(file, 'mimeType'), text(file, 'name')),
  )
  return { text: text(payload, 'body')?.replace(attachmentMark, '') || undefined, media: files }
}

function vendorInteractive(part: unknown): PayloadContent {
  const title = text(part, 'receivedMessage', 'title')
  const times = list(part, 'data', 'event', 'timeslots').map((slot) => ({
    id: text(slot, 'identifier') ?? '',
    start: (text(slot, 'startTime') ?? '').replace('+0000', 'Z'),
  }))
  const sections = list(part, 'data', 'listPicker', 'sections')
  const pictures = new Map(
    list(part, 'data', 'images').map((image) => [text(image, 'identifier'), text(image, 'data', '$png')]),
  )
  const rows = sections
    .flatMap((section) => list(section, 'items'))
    .map((item) => ({
      ...rowOf(item, 'identifier', 'title', 'subtitle'),
      picture: pictures.get(text(item, 'imageIdentifier') ?? 'none'),
    }))
  return {
    text: title,
    times,
    rows,
    multiple: sections.some((section) => payloadAt(section, 'multipleSelection') === true),
  }
}

function webchat(payload: unknown): PayloadContent {
  const single = payloadAt(payload, 'card')
  const cards = [...(single ? [single] : []), ...list(payload, 'cards')]
  return {
    text: text(payload, 'text') ?? text(payload, 'caption'),
    media: toMediaViews(text(payload, 'url'), text(payload, 'mediaType'), text(payload, 'alt')),
    cards: cards.map((card) => ({
      title: text(card, 'title'),
      description: text(card, 'description'),
      picture: text(card, 'mediaUrl'),
      payload: card,
    })),
    rows: list(payload, 'rows').map((row) => ({
      ...rowOf(row, 'postback', 'title', 'description'),
      picture: text(row, 'mediaUrl'),
    })),
    times: list(payload, 'slots').map((slot) => ({
      id: text(slot, 'postback') ?? '',
      start: text(slot, 'start', 'iso') ?? '',
      label: text(slot, 'label'),
    })),
    button: text(payload, 'button'),
    multiple: payloadAt(payload, 'multiple') === true,
  }
}

function workchatD(payload: unknown): PayloadContent {
  const blocks = list(payload, 'blocks')
  if (blocks.length === 0) return { text: text(payload, 'text') }
  const of = (type: string) => blocks.filter((block) => text(block, 'type') === type)
  const cards = [...of('card'), ...of('carousel').flatMap((block) => list(block, 'elements'))]
  const selects = of('actions')
    .flatMap((block) => list(block, 'elements'))
    .filter((element) => text(element, 'type') === 'static_select')
  return {
    text:
      of('section')
        .flatMap((block) => text(block, 'text', 'text') ?? [])
        .join('\n') || undefined,
    media: of('image').flatMap((block) => toMediaViews(text(block, 'image_url'), 'image', text(block, 'alt_text'))),
    cards: cards.map((card) => ({
      title: text(card, 'title', 'text'),
      description: text(card, 'body', 'text'),
      picture: text(card, 'hero_image', 'image_url'),
      payload: card,
    })),
    rows: selects.flatMap((select) =>
      list(select, 'options').map((option) => ({
        id: text(option, 'value') ?? '',
        title: text(option, 'text', 'text') ?? '',
        description: text(option, 'description', 'text'),
      })),
    ),
    button: text(selects[0], 'placeholder', 'text'),
  }
}

function rowOf(row: unknown, id: string, title: string, description: string): PayloadRow {
  return { id: text(row, id) ?? '', title: text(row, title) ?? '', description: text(row, description) }
}

function fileOf(holder: unknown, type: string): MediaView[] {
  return toMediaViews(text(holder, type, 'link'), type, text(holder, type, 'filename'))
}

/** `mediaType` is a media type or the provider's name for the kind of file; without it, the URL's extension decides. */
export function toMediaViews(url: string | undefined, mediaType?: string, name?: string): MediaView[] {
  return url === undefined ? [] : [{ url, kind: kindOf(url, mediaType), ...(name !== undefined && { name }) }]
}

function kindOf(url: string, mediaType: string | undefined): MediaView['kind'] {
  const family = mediaType?.split('/')[0]
  if (family === 'image' || family === 'video' || family === 'audio') return family
  if (mediaType !== undefined) return 'file'
  if (/\.(png|jpe?g|gif|webp|avif)(\?|#|$)/i.test(url)) return 'image'
  return /\.(mp4|webm|mov)(\?|#|$)/i.test(url) ? 'video' : 'file'
}

function placeOf(location: unknown): LocationView {
  const [latitude, longitude] = [payloadAt(location, 'latitude'), payloadAt(location, 'longitude')]
  return {
    name: text(location, 'name'),
    address: text(location, 'address'),
    ...(typeof latitude === 'number' && { latitude }),
    ...(typeof longitude === 'number' && { longitude }),
  }
}
