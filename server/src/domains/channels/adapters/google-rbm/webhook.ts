import type {
  AdapterBinding,
  Inbound,
  InboundContentBody,
  ParsedCall,
  ProviderCall,
  ReceiptState,
} from '../../adapter.ts'
import {
  type Fields,
  isSameSecret,
  parseJsonBytes,
  readCoordinates,
  readFields,
  readIsoTime,
  readProviderId,
  readProviderText,
  verifySignature,
} from '../webhook-request.ts'

/** Events arrive as Pub/Sub pushes; the handshake with which Google tests the URL arrives without that envelope. */
export function verify({ headers, body }: ProviderCall, { auth }: AdapterBinding): string | undefined {
  const { clientToken: key = '' } = auth
  const { data, clientToken } = parsePush(body)
  if (data) {
    const seal = { algorithm: 'sha512', key, encoding: 'base64' } as const
    return verifySignature(seal, headers['x-goog-signature'], data)
      ? undefined
      : 'the signature does not match the client token'
  }
  if (typeof clientToken !== 'string') return 'neither an event nor a handshake'
  return key !== '' && isSameSecret(clientToken, key) ? undefined : 'the client token does not match'
}

export function parse({ body }: ProviderCall, { auth }: AdapterBinding): ParsedCall {
  const { data, secret } = parsePush(body)
  if (!data) return typeof secret === 'string' ? handshake(secret) : { inbounds: [] }
  const payload = readFields(parseJsonBytes(data))
  if (!isFor(auth.agentId, payload.agentId)) return { inbounds: [] }
  const inbound = payload.eventType === undefined ? toMessageInbound(payload) : toEventInbound(payload)
  return { inbounds: inbound ? [inbound] : [] }
}

function handshake(secret: string): ParsedCall {
  return { answer: { status: 200, type: 'text/plain', body: secret }, inbounds: [] }
}

function parsePush(body: Buffer): { data?: Buffer; clientToken?: unknown; secret?: unknown } {
  const { message, clientToken, secret } = readFields(parseJsonBytes(body))
  const { data } = readFields(message)
  return typeof data === 'string' ? { data: Buffer.from(data, 'base64') } : { clientToken, secret }
}

/** One webhook may serve all agents of a partner. Some name the agent as an address: `shop_agent@rbm.goog`. */
function isFor(ours: string | undefined, theirs: unknown): boolean {
  if (typeof theirs !== 'string' || !ours) return true
  const nameOf = (agent: string) => agent.split('@', 1)[0]?.trim().toLowerCase()
  return nameOf(theirs) === nameOf(ours)
}

function toMessageInbound(payload: Fields): Inbound | undefined {
  const from = readProviderId(payload.senderPhoneNumber)
  const id = readProviderId(payload.messageId)
  const content = toContent(payload)
  return from && id && content ? { kind: 'content', from, id, content, at: readIsoTime(payload.sendTime) } : undefined
}

function toContent({ text, userFile, location, suggestionResponse }: Fields): InboundContentBody | undefined {
  const { postbackData, text: label } = readFields(suggestionResponse)
  const postback = readProviderText(postbackData)
  if (postback) return { type: 'tap', postback, label: readProviderText(label) }
  const { payload } = readFields(userFile)
  const { fileUri, mimeType, fileName } = readFields(payload)
  const reference = readProviderText(fileUri)
  if (reference)
    return { type: 'media', reference, mediaType: readProviderId(mimeType), name: readProviderText(fileName) }
  const { latitude, longitude } = readFields(location)
  // Google omits coordinates that are zero.
  const place = location === undefined ? undefined : readCoordinates(latitude ?? 0, longitude ?? 0)
  if (place) return { type: 'place', place }
  const value = readProviderText(text) ?? readProviderText(label)
  return value === undefined ? undefined : { type: 'text', text: value }
}

const receipts = new Map<unknown, ReceiptState>([
  ['DELIVERED', { state: 'delivered' }],
  ['READ', { state: 'read' }],
  // If revoking failed, the message may still arrive, so that event is not mapped.
  ['TTL_EXPIRATION_REVOKED', { state: 'failed', reason: 'expired', detail: 'The message was not delivered in time' }],
])

const switches = new Map<unknown, 'subscribed' | 'unsubscribed'>([
  ['SUBSCRIBE', 'subscribed'],
  ['UNSUBSCRIBE', 'unsubscribed'],
])

function toEventInbound({ eventType, ...payload }: Fields): Inbound | undefined {
  const at = readIsoTime(payload.sendTime)
  const receipt = receipts.get(eventType)
  const channelMessageId = readProviderId(payload.messageId)
  if (receipt) return channelMessageId ? { kind: 'receipt', channelMessageId, ...receipt, at } : undefined
  const from = readProviderId(payload.senderPhoneNumber)
  if (!from) return undefined
  if (eventType === 'IS_TYPING') return { kind: 'typing', from, at }
  const kind = switches.get(eventType)
  const id = readProviderId(payload.eventId)
  return kind && id ? { kind, from, id, at } : undefined
}
