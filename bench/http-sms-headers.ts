import { createHmac } from 'node:crypto'

/** Signs the headers of a call as `docs/http-sms.md` specifies. */
export function signHttpSmsHeaders(body: string, secret: string): Record<string, string> {
  const at = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', secret).update(`v0:${at}:${body}`).digest('hex')
  return { 'content-type': 'application/json', 'x-svc-signature': `v0=${signature}`, 'x-svc-request-timestamp': at }
}
