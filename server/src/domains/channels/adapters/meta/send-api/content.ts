import type { InboundContentBody } from '../../../adapter.ts'
import { type Fields, readFields } from '../../payload-reader.ts'
import { describeUnsupported, readMetaPlace } from '../content.ts'
import { readFieldsList, readMetaText } from '../payload-reader.ts'

/** What a message says, piece by piece; nothing where it was taken back. */
export function readSendApiContents(message: Fields): InboundContentBody[] {
  if (message.is_deleted === true) return []
  const text = readMetaText(message.text)
  const payload = readMetaText(readFields(message.quick_reply).payload)
  if (payload !== undefined) return [{ type: 'tap', postback: payload, ...(text && { label: text }) }]
  const contents = withText(readFieldsList(message.attachments).flatMap(attachmentOf), text)
  if (contents.length > 0) return contents
  return [describeUnsupported(readFields(message.reply_to).story === undefined ? 'unsupported' : 'story reply')]
}

/** The link below a text is in the text already. */
const linkPreview = 'fallback'

type Attached = { type: unknown; content: InboundContentBody }

/** Words stand with the first file that came along, or by themselves before the rest. */
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
