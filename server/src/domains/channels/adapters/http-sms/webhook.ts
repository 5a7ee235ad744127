import type { AdapterBinding, AdapterTools, Inbound, ParsedCall, ProviderCall, ReceiptState } from '../../adapter.ts'
import {
  type Fields,
  parseJsonBytes,
  readFields,
  readIsoTime,
  readProviderId,
  readProviderText,
} from '../payload-reader.ts'
import { isGatewayReason } from './errors.ts'
import { findSignatureProblem } from './signature.ts'

export function verify(call: ProviderCall, { auth }: AdapterBinding, { world }: AdapterTools): string | undefined {
  return findSignatureProblem(call, auth.secret, world.now())
}

/** One event, or a list of them. */
export function parse({ body }: ProviderCall): ParsedCall {
  const json = parseJsonBytes(body)
  if (json === undefined) return { answer: { status: 400, body: 'The body is no JSON' }, inbounds: [] }
  const inbounds: Inbound[] = []
  for (const one of Array.isArray(json) ? json : [json]) {
    const inbound = toInbound(readFields(one))
    if (inbound) inbounds.push(inbound)
  }
  return { inbounds }
}

function toInbound(event: Fields): Inbound | undefined {
  if (event.type === 'receipt') return toReceiptInbound(event)
  return event.type === 'message' ? toMessageInbound(event) : undefined
}

function toMessageInbound(event: Fields): Inbound | undefined {
  const id = readProviderId(event.id)
  const from = readProviderId(event.from)
  const text = readProviderText(event.text)
  if (!id || !from || !text) return undefined
  return { kind: 'content', id, from, content: { type: 'text', text }, at: readIsoTime(event.at) }
}

const states = new Set<unknown>(['sent', 'delivered', 'read', 'failed'] satisfies ReceiptState['state'][])
const detailMaxLength = 500

function toReceiptInbound(event: Fields): Inbound | undefined {
  const channelMessageId = readProviderId(event.id)
  if (!channelMessageId || !states.has(event.state)) return undefined
  const state = event.state as ReceiptState['state']
  const at = readIsoTime(event.at)
  if (state !== 'failed') return { kind: 'receipt', channelMessageId, state, at }
  const reason = isGatewayReason(event.reason) ? event.reason : 'rejected'
  const detail = readProviderText(readProviderText(event.detail)?.slice(0, detailMaxLength))
  return { kind: 'receipt', channelMessageId, state, at, reason, detail }
}
