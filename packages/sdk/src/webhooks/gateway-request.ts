import type { Envelope } from '../bot/events.ts'
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

/** Verifies that a request comes from the messaging gateway and returns its event. Throws NotVerified. */
export async function verifyGatewayRequest({
  headers,
  body,
  secret,
  now = new Date(),
}: SignedRequest): Promise<Envelope> {
  const keys = parseSecrets(secret).map((one) => toBytes(one))
  const signature = readHeader(headers, 'x-svc-signature')
  const timestamp = readHeader(headers, 'x-svc-request-timestamp')
  assertFresh(timestamp, now)
  const raw = toBytes(body)
  await assertSigned(concatBytes(`v0:${timestamp}:`, raw), signaturesIn(signature), keys)
  return parseBody(raw) as Envelope
}

/** Parses `v0=<hex>`, several separated by commas or spaces; ignores other versions. */
function signaturesIn(header: string): Bytes[] {
  return header.split(/[\s,]+/, maxSignatures).flatMap((one) => {
    const hex = /^v0=((?:[\da-f]{2}){32})$/i.exec(one)?.[1]
    return hex === undefined ? [] : [Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))]
  })
}
