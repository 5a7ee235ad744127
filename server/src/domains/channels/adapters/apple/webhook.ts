import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { readLimited } from '../../../../platform/outbound/index.ts'
import {
  type AdapterBinding,
  type AdapterTools,
  DispatchFailedError,
  type Inbound,
  type InboundContent,
  type InboundContentBody,
  type ParsedCall,
  type ProviderCall,
} from '../../adapter.ts'
import { ProviderText, parseJsonBytes, readProviderId } from '../webhook-request.ts'
import { buildAppleHeaders, buildAppleUrl, verifyAppleToken } from './api.ts'
import { AppleFile, downloadFile, fetchAppleFile } from './files.ts'

const answerMaxBytes = 16_000_000

/**
 * Fetches a reply that echoes pictures and is too large for a webhook call: Apple stores it as a file in a format that
 * only Apple can decode.
 */
export async function parseLargeReply(
  call: ProviderCall,
  binding: AdapterBinding,
  tools: AdapterTools,
): Promise<ParsedCall> {
  const message = readAppleMessage(call)
  const { data: file } = AppleFile.and(z.object({ bid: z.string() })).safeParse(message?.interactiveDataRef)
  if (!message || !file) return parse(call)
  const interactiveData = await decodeReply(file, binding, tools)
  return { inbounds: toAppleInbounds(call, { ...message, interactiveData }) }
}

async function decodeReply(
  file: AppleFile & { bid: string },
  binding: AdapterBinding,
  tools: AdapterTools,
): Promise<AppleMessage['interactiveData']> {
  try {
    const body = await readLimited(await downloadFile(file, binding, tools), answerMaxBytes)
    const headers = { ...(await buildAppleHeaders(binding, tools)), bid: file.bid }
    const decoded = await fetchAppleFile(
      buildAppleUrl('decodePayload', tools),
      { method: 'POST', headers, body },
      tools,
    )
    const { interactiveData } = JSON.parse((await readLimited(decoded, answerMaxBytes)).toString())
    return interactiveData
  } catch (error) {
    if (error instanceof DispatchFailedError) throw error
    throw new DispatchFailedError('providerError', "Apple's response was incomplete", { retry: 'later' })
  }
}

const Item = z.object({ identifier: ProviderText, title: ProviderText.optional().catch(undefined) })
type Item = z.infer<typeof Item>

const InteractiveData = z.object({
  data: z.object({
    'quick-reply': z
      .object({
        items: z.array(Item),
        selectedIndex: z.int().optional().catch(undefined),
        selectedIdentifier: z.string().optional().catch(undefined),
      })
      .optional()
      .catch(undefined),
    listPicker: z
      .object({ sections: z.array(z.object({ items: z.array(Item) })) })
      .optional()
      .catch(undefined),
    event: z
      .object({ timeslots: z.array(Item) })
      .optional()
      .catch(undefined),
  }),
})
type Data = z.infer<typeof InteractiveData>['data']

/** A quick reply names the tapped item; pickers return only the picked items. */
function readInteractiveReply(interactiveData: unknown): InboundContentBody[] {
  const { data } = InteractiveData.safeParse(interactiveData)
  if (!data) return []
  const quickReply = data.data['quick-reply']
  if (quickReply) {
    const { items, selectedIndex = -1, selectedIdentifier } = quickReply
    const item = items.find(({ identifier }) => identifier === selectedIdentifier) ?? items[selectedIndex]
    return item ? [toTap(item)] : []
  }
  const [first, ...others] = listPickedItems(data.data)
  if (!first) return []
  return [{ ...toTap(first), picked: true, ...(others.length > 0 && { also: others.map((item) => item.identifier) }) }]
}

function listPickedItems({ listPicker, event }: Data): Item[] {
  return listPicker ? listPicker.sections.flatMap(({ items }) => items) : (event?.timeslots ?? [])
}

function toTap({ identifier, title }: Item): Extract<InboundContentBody, { type: 'tap' }> {
  return { type: 'tap', postback: identifier, ...(title && { label: title }) }
}

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
/** Marks the position of an attachment in a text. */
const attachmentMark = /\uFFFC/g

export function parse(call: ProviderCall): ParsedCall {
  const message = readAppleMessage(call)
  return { inbounds: message ? toAppleInbounds(call, message) : [] }
}

/** Apple compresses its webhook bodies. */
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

export async function verify(
  { headers }: ProviderCall,
  { auth }: AdapterBinding,
  { world }: AdapterTools,
): Promise<string | undefined> {
  const [, token] = /^bearer ([\w.-]+)$/i.exec(headers.authorization ?? '') ?? []
  if (!token) return 'there is no token'
  if (!(await verifyAppleToken(token, auth, world.now())))
    return 'the token was not signed with the provider secret, or has expired'
  if (headers['destination-id'] !== auth.businessId) return 'it is for another business'
  return undefined
}
