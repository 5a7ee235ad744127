import type { Bound, Content, Inbound, Parsed, ProviderCall, ReceiptState } from '../../adapter.ts'
import { type Fields, fieldsOf, idOf, jsonIn, placeOf, textOf, timeOf } from '../read.ts'
import { isSigned, sameSecret } from '../signature.ts'

/** Events come as Pub/Sub pushes; the handshake, by which Google tries the address out, comes bare. */
export function verify({ headers, body }: ProviderCall, { auth }: Bound): string | undefined {
  const { clientToken: key = '' } = auth
  const { data, clientToken } = pushOf(body)
  if (data) {
    const seal = { algorithm: 'sha512', key, encoding: 'base64' } as const
    return isSigned(seal, headers['x-goog-signature'], data)
      ? undefined
      : 'the signature is not that of the client token'
  }
  if (typeof clientToken !== 'string') return 'neither an event nor a handshake'
  return key !== '' && sameSecret(clientToken, key) ? undefined : 'another client token'
}

export function parse({ body }: ProviderCall, { auth }: Bound): Parsed {
  const { data, secret } = pushOf(body)
  if (!data) return typeof secret === 'string' ? handshake(secret) : { inbounds: [] }
  const payload = fieldsOf(jsonIn(data))
  if (!isFor(auth.agentId, payload.agentId)) return { inbounds: [] }
  const inbound = payload.eventType === undefined ? messageOf(payload) : eventOf(payload)
  return { inbounds: inbound ? [inbound] : [] }
}

function handshake(secret: string): Parsed {
  return { answer: { status: 200, type: 'text/plain', body: secret }, inbounds: [] }
}

function pushOf(body: Buffer): { data?: Buffer; clientToken?: unknown; secret?: unknown } {
  const { message, clientToken, secret } = fieldsOf(jsonIn(body))
  const { data } = fieldsOf(message)
  return typeof data === 'string' ? { data: Buffer.from(data, 'base64') } : { clientToken, secret }
}

/** One webhook may serve all agents of a partner. Some write the agent as an address, `shop_agent@rbm.goog`. */
function isFor(ours: string | undefined, theirs: unknown): boolean {
  if (typeof theirs !== 'string' || !ours) return true
  const nameOf = (agent: string) => agent.split('@', 1)[0]?.trim().toLowerCase()
  return nameOf(theirs) === nameOf(ours)
}

function messageOf(payload: Fields): Inbound | undefined {
  const from = idOf(payload.senderPhoneNumber)
  const id = idOf(payload.messageId)
  const content = contentOf(payload)
  return from && id && content ? { kind: 'content', from, id, content, at: timeOf(payload.sendTime) } : undefined
}

function contentOf({ text, userFile, location, suggestionResponse }: Fields): Content | undefined {
  const { postbackData, text: label } = fieldsOf(suggestionResponse)
  const postback = textOf(postbackData)
  if (postback) return { type: 'tap', postback, label: textOf(label) }
  const { payload } = fieldsOf(userFile)
  const { fileUri, mimeType, fileName } = fieldsOf(payload)
  const reference = textOf(fileUri)
  if (reference) return { type: 'media', reference, mediaType: idOf(mimeType), name: textOf(fileName) }
  const { latitude, longitude } = fieldsOf(location)
  // Zero is left out of what Google writes.
  const place = location === undefined ? undefined : placeOf(latitude ?? 0, longitude ?? 0)
  if (place) return { type: 'place', place }
  const said = textOf(text) ?? textOf(label)
  return said === undefined ? undefined : { type: 'text', text: said }
}

const receipts = new Map<unknown, ReceiptState>([
  ['DELIVERED', { state: 'delivered' }],
  ['READ', { state: 'read' }],
  // Where revoking failed it may still arrive, so that nothing is said of it.
  ['TTL_EXPIRATION_REVOKED', { state: 'failed', reason: 'expired', detail: 'The message was not delivered in time' }],
])

const switches = new Map<unknown, 'subscribed' | 'unsubscribed'>([
  ['SUBSCRIBE', 'subscribed'],
  ['UNSUBSCRIBE', 'unsubscribed'],
])

function eventOf({ eventType, ...payload }: Fields): Inbound | undefined {
  const at = timeOf(payload.sendTime)
  const receipt = receipts.get(eventType)
  const channelMessageId = idOf(payload.messageId)
  if (receipt) return channelMessageId ? { kind: 'receipt', channelMessageId, ...receipt, at } : undefined
  const from = idOf(payload.senderPhoneNumber)
  if (!from) return undefined
  if (eventType === 'IS_TYPING') return { kind: 'typing', from, at }
  const kind = switches.get(eventType)
  const id = idOf(payload.eventId)
  return kind && id ? { kind, from, id, at } : undefined
}
