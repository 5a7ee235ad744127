import { createHmac } from 'node:crypto'
import { userAgent } from '../../connection/user-agent.ts'
import type { WebhookCall } from '../../program/call-program.ts'

const acceptHeader = 'application/json, application/x-ndjson, text/svc-aml'

/** As the gateway signs what it sends (document 3, Authentication). */
export function signWebhookCall(envelope: object, secret: string, now: Date): WebhookCall {
  const body = JSON.stringify(envelope)
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const digest = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')
  const proof = { 'x-svc-request-timestamp': timestamp, 'x-svc-signature': `v0=${digest}` }
  return {
    headers: { 'content-type': 'application/json', accept: acceptHeader, 'user-agent': userAgent, ...proof },
    body,
  }
}
