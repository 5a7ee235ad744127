import type { Envelope } from '../bot/events.ts'
import {
  type Bytes,
  bytesOf,
  checkFresh,
  checkSigned,
  headerOf,
  joined,
  mostSignatures,
  parsedBody,
  type SignedRequest,
  secretsIn,
} from './verified.ts'

/** An event of the messaging gateway, once it is sure that it comes from there. Throws NotVerified. */
export async function verifyGatewayRequest({
  headers,
  body,
  secret,
  now = new Date(),
}: SignedRequest): Promise<Envelope> {
  const keys = secretsIn(secret).map((one) => bytesOf(one))
  const signature = headerOf(headers, 'x-svc-signature')
  const timestamp = headerOf(headers, 'x-svc-request-timestamp')
  checkFresh(timestamp, now)
  const raw = bytesOf(body)
  await checkSigned(joined(`v0:${timestamp}:`, raw), signaturesIn(signature), keys)
  return parsedBody(raw) as Envelope
}

/** `v0=<hex>`, several separated by commas or spaces; other versions are not ours to judge. */
function signaturesIn(header: string): Bytes[] {
  return header.split(/[\s,]+/, mostSignatures).flatMap((one) => {
    const hex = /^v0=((?:[\da-f]{2}){32})$/i.exec(one)?.[1]
    return hex === undefined ? [] : [Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))]
  })
}
