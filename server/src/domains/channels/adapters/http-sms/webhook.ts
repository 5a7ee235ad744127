import type { Bound, Inbound, Parsed, ProviderCall, ReceiptState, Tools } from '../../adapter.ts'
import { type Fields, fieldsOf, idOf, jsonIn, textOf, timeOf } from '../read.ts'
import { isReason } from './reason.ts'
import { doubtOf } from './seal.ts'

export function verify(call: ProviderCall, { auth }: Bound, { world }: Tools): string | undefined {
  return doubtOf(call, auth.secret, world.now())
}

/** One event, or a list of them. */
export function parse({ body }: ProviderCall): Parsed {
  const json = jsonIn(body)
  if (json === undefined) return { answer: { status: 400, body: 'The body is no JSON' }, inbounds: [] }
  const inbounds: Inbound[] = []
  for (const one of Array.isArray(json) ? json : [json]) {
    const inbound = inboundOf(fieldsOf(one))
    if (inbound) inbounds.push(inbound)
  }
  return { inbounds }
}

function inboundOf(event: Fields): Inbound | undefined {
  if (event.type === 'receipt') return receiptOf(event)
  return event.type === 'message' ? messageOf(event) : undefined
}

function messageOf(event: Fields): Inbound | undefined {
  const id = idOf(event.id)
  const from = idOf(event.from)
  const text = textOf(event.text)
  if (!id || !from || !text) return undefined
  return { kind: 'content', id, from, content: { type: 'text', text }, at: timeOf(event.at) }
}

const states = new Set<unknown>(['sent', 'delivered', 'read', 'failed'] satisfies ReceiptState['state'][])
const detailMaxLength = 500

function receiptOf(event: Fields): Inbound | undefined {
  const channelMessageId = idOf(event.id)
  if (!channelMessageId || !states.has(event.state)) return undefined
  const state = event.state as ReceiptState['state']
  const at = timeOf(event.at)
  if (state !== 'failed') return { kind: 'receipt', channelMessageId, state, at }
  const reason = isReason(event.reason) ? event.reason : 'rejected'
  const detail = textOf(textOf(event.detail)?.slice(0, detailMaxLength))
  return { kind: 'receipt', channelMessageId, state, at, reason, detail }
}
