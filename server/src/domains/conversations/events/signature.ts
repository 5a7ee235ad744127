import { createHmac, type KeyObject } from 'node:crypto'

/** Document 3, Authentication: how the receiver knows that a request is ours, and fresh. */
export function signWebhookRequest(body: Buffer, secret: KeyObject, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const digest = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest('hex')
  return { 'x-svc-request-timestamp': timestamp, 'x-svc-signature': `v0=${digest}` }
}
