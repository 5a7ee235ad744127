import { readFileSync } from 'node:fs'
import type { Adapter, AdapterBinding, OutboundBubble, ProviderCall } from '../../../adapter.ts'
import { createSignature } from '../../webhook-request.ts'

const auth: Record<string, Record<string, string>> = {
  messengerA: { phoneNumberId: '1001', businessAccountId: '2002', accessToken: 'EAAtoken' },
  messengerB: { pageId: '3003', pageAccessToken: 'EAAtoken' },
  socialC: { accountId: '4004', accessToken: 'EAAtoken' },
}

export function createMetaBinding(
  { channel, provider }: Adapter,
  extraAuth: Record<string, string> = {},
): AdapterBinding {
  return {
    agentKey: 1,
    bindingKey: 1,
    id: 'bnd_1',
    channel,
    provider,
    auth: { ...auth[channel], appSecret: 'appsecret', verifyToken: 'my word', ...extraAuth },
    callbackUrl: 'https://gateway.example.com/hooks/bnd_1',
  }
}

/** A callback signed like Meta's. */
export function createMetaCall(body: unknown, headers?: ProviderCall['headers']): ProviderCall {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
  const signature = createSignature({ algorithm: 'sha256', key: 'appsecret', encoding: 'hex' }, bytes)
  return {
    method: 'POST',
    url: 'https://gateway.example.com/hooks/bnd_1',
    query: {},
    headers: headers ?? { 'x-hub-signature-256': `sha256=${signature}` },
    body: bytes,
  }
}

export function createMetaOutgoing(to: string, native: unknown): OutboundBubble {
  return { messageId: 'm1', bubble: 0, channelMessageId: 'm1', to, native, text: '', chips: [] }
}

/** Returns the rendered bodies for a channel from the golden files. */
export function readGoldenBodies(name: string, channel: string): object[] {
  const file = new URL(`../../../../../../../packages/amf/golden/${name}.${channel}.txt`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8').split('\nSent:\n')[1] ?? '[]')
}
