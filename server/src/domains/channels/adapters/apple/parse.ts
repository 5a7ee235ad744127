import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import type { Content, Inbound, InboundContent, Parsed, ProviderCall } from '../../adapter.ts'
import { idOf, jsonIn } from '../read.ts'
import { Text } from '../shapes.ts'
import { answerOf } from './interactive.ts'
import { StoredFile } from './stored.ts'

const Message = z.object({
  type: z.string(),
  body: Text.default(''),
  locale: Text.optional().catch(undefined),
  attachments: z.array(z.unknown()).catch([]),
  interactiveData: z.unknown().optional(),
  interactiveDataRef: z.unknown().optional(),
})
export type Message = z.infer<typeof Message>

const bodyMaxBytes = 8_000_000
/** Stands in a text where an attachment is shown. */
const attachmentMark = /\uFFFC/g

export function parse(call: ProviderCall): Parsed {
  const message = readMessage(call)
  return { inbounds: message ? inboundsOf(call, message) : [] }
}

/** Apple packs what it sends. */
export function readMessage({ body }: ProviderCall): Message | undefined {
  const isPacked = body[0] === 0x1f && body[1] === 0x8b
  try {
    const bytes = isPacked ? gunzipSync(body, { maxOutputLength: bodyMaxBytes }) : body
    return Message.safeParse(jsonIn(bytes)).data
  } catch {
    return undefined
  }
}

export function inboundsOf({ headers }: ProviderCall, message: Message): Inbound[] {
  const id = idOf(headers.id)
  const from = idOf(headers['source-id'])
  if (!id || !from) return []
  if (message.type === 'typing_start') return [{ kind: 'typing', from }]
  return contentsOf(message).map((content, place): InboundContent => {
    const profile = message.locale ? { profile: { locale: message.locale.replaceAll('_', '-') } } : {}
    return { kind: 'content', id: place === 0 ? id : `${id}/${place}`, from, content, ...profile }
  })
}

function contentsOf({ type, body, attachments, interactiveData }: Message): Content[] {
  if (type === 'interactive') return answerOf(interactiveData)
  if (type !== 'text') return []
  const text = body.replace(attachmentMark, '').trim()
  const [first, ...others] = attachments.flatMap(mediaOf)
  if (first) return [{ ...first, ...(text && { text }) }, ...others]
  return text ? [{ type: 'text', text }] : []
}

function mediaOf(attachment: unknown): Extract<Content, { type: 'media' }>[] {
  const { data: file } = StoredFile.safeParse(attachment)
  if (!file) return []
  const { data: named } = z.object({ name: Text }).safeParse(attachment)
  const mediaType = file.mimeType && { mediaType: file.mimeType }
  return [{ type: 'media', reference: JSON.stringify(file), ...mediaType, ...named }]
}
