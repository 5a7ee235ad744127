import {
  assertFresh,
  assertSigned,
  type Bytes,
  concatBytes,
  maxSignatures,
  parseBody,
  parseSecrets,
  readHeader,
  type SignedRequest,
  toBytes,
} from './verify.ts'

/** An event of an org's webhook: `type` is `person.created`, `campaign.status_changed`, and so on. */
export type WebhookEvent = { id: string; type: string; timestamp: string; orgId: string; data: Record<string, unknown> }

/** Verifies a request of an org's webhook (Standard Webhooks) and returns its event. Throws NotVerified. */
export async function verifyWebhook({ headers, body, secret, now = new Date() }: SignedRequest): Promise<WebhookEvent> {
  const keys = parseSecrets(secret).map(keyIn)
  const id = readHeader(headers, 'webhook-id')
  const timestamp = readHeader(headers, 'webhook-timestamp')
  const signature = readHeader(headers, 'webhook-signature')
  assertFresh(timestamp, now)
  const raw = toBytes(body)
  await assertSigned(concatBytes(`${id}.${timestamp}.`, raw), signaturesIn(signature), keys)
  return parseBody(raw) as WebhookEvent
}

function keyIn(secret: string): Bytes {
  const key = decoded(secret.replace(/^whsec_/, ''))
  if (!key || key.length === 0) throw new TypeError('A webhook secret is whsec_ followed by base64')
  return key
}

/** Parses `v1,<base64>`, several separated by spaces; ignores other versions. */
function signaturesIn(header: string): Bytes[] {
  return header.split(/\s+/, maxSignatures).flatMap((one) => {
    const [version, text] = one.split(',')
    const bytes = version === 'v1' && text ? decoded(text) : undefined
    return bytes ? [bytes] : []
  })
}

function decoded(base64: string): Bytes | undefined {
  try {
    return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
  } catch {
    return undefined
  }
}
