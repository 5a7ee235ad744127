import { createHash } from 'node:crypto'
import type { AdapterBinding, AdapterSendResult, AdapterTools, OutboundBubble, OutboundSignal } from '../../adapter.ts'
import { callApple } from './api.ts'
import { uploadAttachments } from './attachments.ts'
import { inlinePictures } from './pictures.ts'

export async function send(
  { channelMessageId, to, native }: OutboundBubble,
  binding: AdapterBinding,
  tools: AdapterTools,
): Promise<AdapterSendResult> {
  const id = uuidOf(channelMessageId)
  const message = await uploadAttachments(await inlinePictures(native as object, tools), binding, tools)
  await post({ id, to, message }, binding, tools)
  return { channelMessageId: id }
}

/** Apple hears of typing only: it has no read receipts. */
export async function signal(
  { signal: kind, id, to }: OutboundSignal,
  binding: AdapterBinding,
  tools: AdapterTools,
): Promise<void> {
  if (kind === 'typing') await post({ id: uuidOf(id), to, message: { type: 'typing_start' } }, binding, tools)
}

type Post = { id: string; to: string; message: object }

async function post({ id, to, message }: Post, binding: AdapterBinding, tools: AdapterTools): Promise<void> {
  const headers = { id, 'destination-id': to, 'auto-reply': 'true', 'content-type': 'application/json' }
  const addressed = { ...message, v: 1, id, sourceId: binding.auth.businessId, destinationId: to }
  await callApple('message', { headers, body: JSON.stringify(addressed) }, binding, tools)
}

/** Apple's ids are UUIDs; the same message has the same one at every attempt. */
function uuidOf(id: string): string {
  const hex = createHash('sha256').update(id).digest('hex')
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-')
}
