import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import type { Inbound, InboundContent, InboundContentBody, ParsedCall, ProviderCall } from '../../adapter.ts'
import { parseJsonBytes, readProviderId } from '../payload-reader.ts'
import { ProviderText } from '../schemas.ts'
import { AppleFile } from './files.ts'
import { readInteractiveReply } from './interactive.ts'

const AppleMessage = z.object({
  type: z.string(),
  body: ProviderText.default(''),
  locale: ProviderText.optional().catch(undefined),
  attachments: z.array(z.unknown()).catch([]),
  interactiveData: z.unknown().optional(),
  interactiveDataRef: z.unknown().optional(),
})
export type AppleMessage = z.infer<typeof AppleMessage>

const bodyMaxBytes = 8_000_000
/** Stands in a text where an attachment is shown. */
const attachmentMark = /\uFFFC/g

export function parse(call: ProviderCall): ParsedCall {
  const message = readAppleMessage(call)
  return { inbounds: message ? toAppleInbounds(call, message) : [] }
}

/** Apple packs what it sends. */
export function readAppleMessage({ body }: ProviderCall): AppleMessage | undefined {
  const isPacked = body[0] === 0x1f && body[1] === 0x8b
  try {
    const bytes = isPacked ? gunzipSync(body, { maxOutputLength: bodyMaxBytes }) : body
    return AppleMessage.safeParse(parseJsonBytes(bytes)).data
  } catch {
    return undefined
  }
}

export function toAppleInbounds({ headers }: ProviderCall, message: AppleMessage): Inbound[] {
  const id = readProviderId(headers.id)
  const from = readProviderId(headers['source-id'])
  if (!id || !from) return []
  if (message.type === 'typing_start') return [{ kind: 'typing', from }]
  return contentsOf(message).map((content, index): InboundContent => {
    const profile = message.locale ? { profile: { locale: message.locale.replaceAll('_', '-') } } : {}
    return { kind: 'content', id: index === 0 ? id : `${id}/${index}`, from, content, ...profile }
  })
}

function contentsOf({ type, body, attachments, interactiveData }: AppleMessage): InboundContentBody[] {
  if (type === 'interactive') return readInteractiveReply(interactiveData)
  if (type !== 'text') return []
  const text = body.replace(attachmentMark, '').trim()
  const [first, ...others] = attachments.flatMap(mediaOf)
  if (first) return [{ ...first, ...(text && { text }) }, ...others]
  return text ? [{ type: 'text', text }] : []
}

function mediaOf(attachment: unknown): Extract<InboundContentBody, { type: 'media' }>[] {
  const { data: file } = AppleFile.safeParse(attachment)
  if (!file) return []
  const { data: named } = z.object({ name: ProviderText }).safeParse(attachment)
  const mediaType = file.mimeType && { mediaType: file.mimeType }
  return [{ type: 'media', reference: JSON.stringify(file), ...mediaType, ...named }]
}
