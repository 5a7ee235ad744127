import type { AdapterBinding, AdapterSendResult, AdapterTools, OutboundBubble } from '../../adapter.ts'
import { DispatchFailedError } from '../../adapter.ts'
import { runRetryableStep } from '../call.ts'
import { callSlack } from './api.ts'
import {
  formatSlackConversationId,
  formatSlackMessageId,
  parseSlackConversationId,
  type SlackThread,
} from './conversation.ts'

/**
 * Replies where the person wrote. A person who has not written yet is reached in the app's direct conversation with
 * them.
 */
export async function send(
  outgoing: OutboundBubble,
  binding: AdapterBinding,
  tools: AdapterTools,
): Promise<AdapterSendResult> {
  const { conversationId, to, native } = outgoing
  const thread = conversationId ? parseSlackConversationId(conversationId) : await openDirectMessage(to, binding, tools)
  const { channel, threadTs } = thread
  const message = { ...(native as object), channel, ...(threadTs && { thread_ts: threadTs }) }
  const { ts } = (await callSlack('chat.postMessage', message, binding, tools)) as { ts?: unknown }
  return {
    channelMessageId: typeof ts === 'string' ? formatSlackMessageId(channel, ts) : outgoing.channelMessageId,
    conversationId: formatSlackConversationId(thread),
  }
}

async function openDirectMessage(user: string, binding: AdapterBinding, tools: AdapterTools): Promise<SlackThread> {
  const opened = await runRetryableStep(callSlack('conversations.open', { users: user }, binding, tools))
  const channel = (opened as { channel?: { id?: unknown } }).channel?.id
  if (typeof channel === 'string' && channel) return { channel }
  throw new DispatchFailedError('providerError', 'Slack opened no conversation', { retry: 'later' })
}
