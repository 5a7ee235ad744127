import type { AdapterBinding, AdapterTools, ProviderCall } from '../../adapter.ts'
import { verifySignature } from '../signature.ts'

/** Slack's own advice, held to in both directions. */
const signatureMaxAgeSeconds = 300

export function verify(
  { headers, body }: ProviderCall,
  { auth }: AdapterBinding,
  { world }: AdapterTools,
): string | undefined {
  const timestamp = headers['x-slack-request-timestamp'] ?? ''
  if (!/^\d{1,12}$/.test(timestamp)) return 'there is no timestamp'
  const ageSeconds = world.now().getTime() / 1000 - Number(timestamp)
  if (Math.abs(ageSeconds) > signatureMaxAgeSeconds) return 'the timestamp is not of now'
  const [version, signature] = (headers['x-slack-signature'] ?? '').split('=')
  const seal = { algorithm: 'sha256', key: auth.signingSecret ?? '', encoding: 'hex' } as const
  if (version === 'v0' && verifySignature(seal, signature, `v0:${timestamp}:`, body)) return undefined
  return 'the signature is not of the signing secret'
}
