import type { Content } from '../../../adapter.ts'
import { type Fields, fieldsOf } from '../../read.ts'
import { named, placeOf } from '../content.ts'
import { listOf, textOf } from '../json.ts'

/** What a message says, piece by piece; nothing where it was taken back. */
export function contentsOf(message: Fields): Content[] {
  if (message.is_deleted === true) return []
  const text = textOf(message.text)
  const payload = textOf(fieldsOf(message.quick_reply).payload)
  if (payload !== undefined) return [{ type: 'tap', postback: payload, ...(text && { label: text }) }]
  const contents = withText(listOf(message.attachments).flatMap(attachmentOf), text)
  if (contents.length > 0) return contents
  return [named(fieldsOf(message.reply_to).story === undefined ? 'unsupported' : 'story reply')]
}

/** The link below a text is in the text already. */
const linkPreview = 'fallback'

type Attached = { type: unknown; content: Content }

/** Words stand with the first file that came along, or by themselves before the rest. */
function withText(attached: Attached[], text: string | undefined): Content[] {
  if (text === undefined) return attached.map(({ content }) => content)
  const [first, ...rest] = attached.filter(({ type }) => type !== linkPreview).map(({ content }) => content)
  if (first?.type === 'media') return [{ ...first, text }, ...rest]
  return [{ type: 'text', text }, ...(first ? [first, ...rest] : [])]
}

const files = new Set<unknown>(['image', 'video', 'audio', 'file'])

function attachmentOf({ type, title, url, payload }: Fields): Attached {
  const { url: address, title: caption, coordinates, name } = fieldsOf(payload)
  const reference = textOf(address) ?? textOf(url)
  const words = textOf(title) ?? textOf(caption)
  if (files.has(type) && reference !== undefined) return { type, content: mediaOf(reference, name) }
  const { lat, long } = fieldsOf(coordinates)
  const place = type === 'location' ? placeOf({ latitude: lat, longitude: long, name: words }) : undefined
  return { type, content: place ?? named(type === linkPreview ? 'link' : type, words, reference) }
}

function mediaOf(reference: string, name: unknown): Content {
  const file = textOf(name)
  return { type: 'media', reference, ...(file && { name: file }) }
}
