import {
  type AdapterBinding,
  type AdapterSendResult,
  type AdapterTools,
  DispatchFailedError,
  type OutboundBubble,
} from '../../adapter.ts'
import { runRetryableStep } from '../call.ts'
import { callSlack } from './api.ts'

/** A channel and, if the person wrote in a thread, that thread, so that the reply appears in it. */
type SlackThread = { channel: string; threadTs?: string }

export function formatSlackConversationId({ channel, threadTs }: SlackThread): string {
  return threadTs ? `${channel}/${threadTs}` : channel
}

function parseSlackConversationId(conversationId: string): SlackThread {
  const [channel = '', threadTs] = conversationId.split('/')
  return threadTs ? { channel, threadTs } : { channel }
}

/** Slack identifies a message by its timestamp, which is unique only within the channel. */
export function formatSlackMessageId(channel: string, ts: string): string {
  return `${channel}/${ts}`
}

/** Parses Slack's seconds: `1794744000.000100`. */
export function parseSlackTime(ts: string): Date | undefined {
  return /^\d{9,10}(\.\d{1,6})?$/.test(ts) ? new Date(Number(ts) * 1000) : undefined
}

/**
 * Replies where the person wrote. A person who has not written yet is reached in the app's direct conversation with
 * them. A native payload may name a thread of that conversation in `thread_ts`, or none with null.
 */
export async function send(
  outgoing: OutboundBubble,
  binding: AdapterBinding,
  tools: AdapterTools,
): Promise<AdapterSendResult> {
  const { conversationId, to, native } = outgoing
  const thread = conversationId ? parseSlackConversationId(conversationId) : await openDirectMessage(to, binding, tools)
  const { channel, threadTs } = thread
  const { thread_ts: namedThread = threadTs, ...content } = native as { thread_ts?: string | null }
  const message = { ...content, channel, ...(namedThread && { thread_ts: namedThread }) }
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
  throw new DispatchFailedError('providerError', 'Slack did not open a conversation', { retry: 'later' })
}
