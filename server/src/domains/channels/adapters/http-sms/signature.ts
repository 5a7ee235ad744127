import { createSecretKey, type KeyObject } from 'node:crypto'
import type { ProviderCall } from '../../adapter.ts'
import { createSignature, type SignatureScheme, verifySignature } from '../signature.ts'

const keys = new Map<string, KeyObject>()
const maxKeys = 1000

/** Remembered: to make a key costs as much as to sign with it. */
function createSignatureScheme(secret: string): SignatureScheme {
  let key = keys.get(secret)
  if (!key) {
    key = createSecretKey(secret, 'utf8')
    if (keys.size >= maxKeys) keys.clear()
    keys.set(secret, key)
  }
  return { algorithm: 'sha256', key, encoding: 'hex' }
}

/** The headers of a signed call, by the scheme of the gateway's own webhooks. */
export function signHeaders(body: string, secret: string, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  return {
    'content-type': 'application/json',
    'x-svc-request-timestamp': timestamp,
    'x-svc-signature': `v0=${createSignature(createSignatureScheme(secret), 'v0:', timestamp, ':', body)}`,
  }
}

const maxAgeSeconds = 300

/** Why a signed call is not believed, or undefined. */
export function findSignatureProblem(
  { headers, body }: ProviderCall,
  secret: string | undefined,
  now: Date,
): string | undefined {
  const timestamp = headers['x-svc-request-timestamp'] ?? ''
  const signature = headers['x-svc-signature'] ?? ''
  if (!secret || !signature.startsWith('v0=')) return 'not signed'
  if (!/^\d{1,12}$/.test(timestamp)) return 'no timestamp'
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > maxAgeSeconds) return 'the timestamp is stale'
  const signed = verifySignature(createSignatureScheme(secret), signature.slice(3), 'v0:', timestamp, ':', body)
  return signed ? undefined : 'the signature is not that of the secret'
}
