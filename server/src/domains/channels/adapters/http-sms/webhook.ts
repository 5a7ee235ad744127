import { createSecretKey, type KeyObject } from 'node:crypto'
import { LruCache } from '@parley/findings'
import type { AdapterBinding, AdapterTools, Inbound, ParsedCall, ProviderCall, ReceiptState } from '../../adapter.ts'
import {
  createSignature,
  type Fields,
  parseJsonBytes,
  readFields,
  readIsoTime,
  readProviderId,
  readProviderText,
  type SignatureScheme,
  verifySignature,
} from '../webhook-request.ts'

import { isGatewayReason } from './errors.ts'

const keys = new LruCache<string, KeyObject>(1000)

/** Cached: creating a key costs as much as signing with it. */
function createSignatureScheme(secret: string): SignatureScheme {
  let key = keys.get(secret)
  if (!key) {
    key = createSecretKey(secret, 'utf8')
    keys.set(secret, key)
  }
  return { algorithm: 'sha256', key, encoding: 'hex' }
}

/** Signs a call with the scheme of the gateway's own webhooks and returns its headers. */
export function signHeaders(body: string, secret: string, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  return {
    'content-type': 'application/json',
    'x-svc-request-timestamp': timestamp,
    'x-svc-signature': `v0=${createSignature(createSignatureScheme(secret), 'v0:', timestamp, ':', body)}`,
  }
}

const maxAgeSeconds = 300

/** Returns why a signed call fails verification, or undefined. */
function findSignatureProblem(
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
  return signed ? undefined : 'the signature does not match the secret'
}

export function verify(call: ProviderCall, { auth }: AdapterBinding, { world }: AdapterTools): string | undefined {
  return findSignatureProblem(call, auth.secret, world.now())
}

/** Accepts one event or a list of them. */
export function parse({ body }: ProviderCall): ParsedCall {
  const json = parseJsonBytes(body)
  if (json === undefined) return { answer: { status: 400, body: 'The body is not JSON' }, inbounds: [] }
  const inbounds: Inbound[] = []
  for (const one of Array.isArray(json) ? json : [json]) {
    const inbound = toInbound(readFields(one))
    if (inbound) inbounds.push(inbound)
  }
  return { inbounds }
}

function toInbound(event: Fields): Inbound | undefined {
  if (event.type === 'receipt') return toReceiptInbound(event)
  return event.type === 'message' ? toMessageInbound(event) : undefined
}

function toMessageInbound(event: Fields): Inbound | undefined {
  const id = readProviderId(event.id)
  const from = readProviderId(event.from)
  const text = readProviderText(event.text)
  if (!id || !from || !text) return undefined
  return { kind: 'content', id, from, content: { type: 'text', text }, at: readIsoTime(event.at) }
}

const states = new Set<unknown>(['sent', 'delivered', 'read', 'failed'] satisfies ReceiptState['state'][])
const detailMaxLength = 500

function toReceiptInbound(event: Fields): Inbound | undefined {
  const channelMessageId = readProviderId(event.id)
  if (!channelMessageId || !states.has(event.state)) return undefined
  const state = event.state as ReceiptState['state']
  const at = readIsoTime(event.at)
  if (state !== 'failed') return { kind: 'receipt', channelMessageId, state, at }
  const reason = isGatewayReason(event.reason) ? event.reason : 'rejected'
  const detail = readProviderText(readProviderText(event.detail)?.slice(0, detailMaxLength))
  return { kind: 'receipt', channelMessageId, state, at, reason, detail }
}
