import { createHmac } from 'node:crypto'
import type { TypedEvent } from '../index.ts'

export const signingSecret = 'ss-quiet-harbour'
let events = 0

/** A request signed like the gateway's. */
export function createSignedRequest(
  event: Partial<TypedEvent>,
  { secret = signingSecret, eventId = `evt_${++events}` } = {},
) {
  const context = { channel: 'rcs', provider: 'lab', capabilities: {}, window: { state: 'open' } }
  const conversation = { userId: 'usr_1', sessionId: 'ses_1' }
  const inner = { spec: 'amf/1', eventId, timestamp: '2030-01-31T09:00:00.000Z', conversation, context, event }
  const body = JSON.stringify({ spec: 'amf/1', instanceId: 'i', userId: 'usr_1', event: inner, mode: 'managed' })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const hex = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')
  const headers = {
    'content-type': 'application/json',
    'x-svc-request-timestamp': timestamp,
    'x-svc-signature': `v0=${hex}`,
  }
  return { method: 'POST', headers, body }
}

export const createMessageEvent = (text: string) => ({ type: 'message', message: { text } }) as const
