import type { Inbound, InboundContentBody } from '../../../adapter.ts'
import { type Fields, readFields } from '../../webhook-request.ts'

import {
  createMetaParser,
  describeUnsupported,
  readFieldsList,
  readMetaPlace,
  readMetaText,
  readMetaTime,
} from '../webhook.ts'

/** Returns the contents of a message; empty if the person unsent it. */
function readSendApiContents(message: Fields): InboundContentBody[] {
  if (message.is_deleted === true) return []
  const text = readMetaText(message.text)
  const payload = readMetaText(readFields(message.quick_reply).payload)
  if (payload !== undefined) return [{ type: 'tap', postback: payload, ...(text && { label: text }) }]
  const contents = withText(readFieldsList(message.attachments).flatMap(attachmentOf), text)
  if (contents.length > 0) return contents
  return [describeUnsupported(readFields(message.reply_to).story === undefined ? 'unsupported' : 'story reply')]
}

/** Preview of a link that the text already contains. */
const linkPreview = 'fallback'

type Attached = { type: unknown; content: InboundContentBody }

/** Attaches the text to the first item if that is a file; otherwise puts it before the rest as a separate text. */
function withText(attached: Attached[], text: string | undefined): InboundContentBody[] {
  if (text === undefined) return attached.map(({ content }) => content)
  const [first, ...rest] = attached.filter(({ type }) => type !== linkPreview).map(({ content }) => content)
  if (first?.type === 'media') return [{ ...first, text }, ...rest]
  return [{ type: 'text', text }, ...(first ? [first, ...rest] : [])]
}

const files = new Set<unknown>(['image', 'video', 'audio', 'file'])

function attachmentOf({ type, title, url, payload }: Fields): Attached {
  const { url: address, title: caption, coordinates, name } = readFields(payload)
  const reference = readMetaText(address) ?? readMetaText(url)
  const words = readMetaText(title) ?? readMetaText(caption)
  if (files.has(type) && reference !== undefined) return { type, content: mediaOf(reference, name) }
  const { lat, long } = readFields(coordinates)
  const place = type === 'location' ? readMetaPlace({ latitude: lat, longitude: long, name: words }) : undefined
  return { type, content: place ?? describeUnsupported(type === linkPreview ? 'link' : type, words, reference) }
}

function mediaOf(reference: string, name: unknown): InboundContentBody {
  const file = readMetaText(name)
  return { type: 'media', reference, ...(file && { name: file }) }
}

type Sender = { from: string; at?: Date }

/**
 * Creates the webhook parser of the Messenger Platform. `object` is the webhook's object type; `accountField` holds the
 * id of the binding's account.
 */
export function createSendApiParser(object: string, accountField: string) {
  return createMetaParser(object, (entries, { auth }) => {
    const own = auth[accountField]?.trim()
    return entries
      .filter(({ id }) => own !== undefined && readMetaText(id) === own)
      .flatMap(({ messaging }) => readFieldsList(messaging))
      .flatMap((event) => inboundsOf(event, own))
  })
}

function inboundsOf(event: Fields, own: string | undefined): Inbound[] {
  const from = readMetaText(readFields(event.sender).id)
  // The account's own messages return as echoes.
  if (from === undefined || from === own || readFields(event.message).is_echo === true) return []
  const at = readMetaTime(event.timestamp)
  const sender = { from, ...(at && { at }) }
  if (event.message) return messagesOf(readFields(event.message), sender)
  if (event.postback) return postbackOf(readFields(event.postback), sender)
  return [
    ...receiptsOf('delivered', readFields(event.delivery), sender),
    ...receiptsOf('read', readFields(event.read), sender),
  ]
}

/** Each part of a message becomes a separate message with its own id. */
function messagesOf(message: Fields, sender: Sender): Inbound[] {
  const mid = readMetaText(message.mid)
  if (mid === undefined) return []
  return readSendApiContents(message).map((content, piece) => ({
    kind: 'content',
    id: piece === 0 ? mid : `${mid}:${piece}`,
    ...sender,
    content,
  }))
}

function postbackOf({ mid, payload, title }: Fields, sender: Sender): Inbound[] {
  const [data, label] = [readMetaText(payload), readMetaText(title)]
  const id = readMetaText(mid) ?? (sender.at && `postback:${sender.from}:${sender.at.getTime()}`)
  if (id === undefined) return []
  if (data !== undefined) {
    return [{ kind: 'content', id, ...sender, content: { type: 'tap', postback: data, ...(label && { label }) } }]
  }
  return label === undefined ? [] : [{ kind: 'content', id, ...sender, content: { type: 'text', text: label } }]
}

/**
 * Messenger reports a time up to which everything is delivered or read, plus some message ids; Instagram reports one
 * message.
 */
function receiptsOf(state: 'delivered' | 'read', { mid, mids, watermark }: Fields, { from, at }: Sender): Inbound[] {
  const until = readMetaTime(watermark)
  const ids = [mid, ...(Array.isArray(mids) ? mids : [])].map(readMetaText).filter((id) => id !== undefined)
  const named = ids.map(
    (channelMessageId): Inbound => ({ kind: 'receipt', channelMessageId, to: from, state, ...(at && { at }) }),
  )
  return until ? [...named, { kind: 'receiptsUntil', from, ...(at && { at }), state, until }] : named
}
