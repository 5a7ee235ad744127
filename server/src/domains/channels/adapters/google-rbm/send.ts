import { createHash } from 'node:crypto'
import {
  type AdapterBinding,
  type AdapterSendResult,
  type AdapterTools,
  DispatchFailedError,
  type OutboundBubble,
  type OutboundSignal,
  type RevocableBubble,
} from '../../adapter.ts'
import type { ProviderAnswer } from '../call.ts'
import type { RbmApi } from './api.ts'
import { toRefusal } from './errors.ts'

type SendContext = { binding: AdapterBinding; tools: AdapterTools }

export async function send(
  api: RbmApi,
  { channelMessageId, to, native }: OutboundBubble,
  { binding, tools }: SendContext,
): Promise<AdapterSendResult> {
  const messageId = createStableUuid(binding, channelMessageId)
  const path = `/v1/phones/${normalizePhone(to)}/agentMessages`
  // 409: Google already has the message.
  const sent = { path, query: { messageId }, body: native, expects: [409], refine: toRefusal }
  await api(sent, binding, tools)
  return { channelMessageId: messageId }
}

/** Google answers at once, whether or not the message could be taken back; 404 means that it has no such message. */
export async function revoke(
  api: RbmApi,
  { channelMessageId, to }: RevocableBubble,
  { binding, tools }: SendContext,
): Promise<void> {
  const path = `/v1/phones/${normalizePhone(to)}/agentMessages/${createStableUuid(binding, channelMessageId)}`
  await api({ path, method: 'DELETE', query: {}, expects: [404] }, binding, tools)
}

export async function signal(
  api: RbmApi,
  { signal, to, lastInboundId, id }: OutboundSignal,
  { binding, tools }: SendContext,
): Promise<void> {
  if (signal === 'read' && lastInboundId === undefined) return
  const body = signal === 'read' ? { eventType: 'READ', messageId: lastInboundId } : { eventType: 'IS_TYPING' }
  const path = `/v1/phones/${normalizePhone(to)}/agentEvents`
  await api({ path, query: { eventId: createStableUuid(binding, id) }, body, refine: toRefusal }, binding, tools)
}

/** Google does not answer a request id that was used before. */
export function askCapabilities(
  api: RbmApi,
  phone: string,
  binding: AdapterBinding,
  tools: AdapterTools,
): Promise<ProviderAnswer> {
  const requestId = createStableUuid(binding, tools.world.newId('check'))
  return api({ path: `/v1/phones/${phone}/capabilities`, query: { requestId }, expects: [404] }, binding, tools)
}

export function normalizePhone(to: string): string {
  const digits = to.replace(/[\s().-]/g, '')
  if (/^\+?[0-9]{5,15}$/.test(digits)) return digits.startsWith('+') ? digits : `+${digits}`
  throw new DispatchFailedError('invalidRecipient', 'The address is not a phone number in international format')
}

/** Returns the same UUID (version 5) for the same name and agent, so that Google recognizes a repeat. */
export function createStableUuid({ agentKey }: Pick<AdapterBinding, 'agentKey'>, name: string): string {
  const bytes = createHash('sha1').update(`parley:${agentKey}:${name}`).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
