import type { Bound, Outgoing, Sent, Tools } from '../../adapter.ts'
import { DispatchFailed } from '../../adapter.ts'
import { repeatable } from '../repeatable.ts'
import { callSlack } from './api.ts'
import { conversationIdOf, messageIdOf, readConversationId, type SlackThread } from './conversation.ts'

/** An answer goes where the person wrote; whoever has not written yet is reached in the app's own conversation with them. */
export async function send(outgoing: Outgoing, binding: Bound, tools: Tools): Promise<Sent> {
  const { conversationId, to, native } = outgoing
  const thread = conversationId ? readConversationId(conversationId) : await openDirect(to, binding, tools)
  const { channel, threadTs } = thread
  const message = { ...(native as object), channel, ...(threadTs && { thread_ts: threadTs }) }
  const { ts } = (await callSlack('chat.postMessage', message, binding, tools)) as { ts?: unknown }
  return {
    channelMessageId: typeof ts === 'string' ? messageIdOf(channel, ts) : outgoing.channelMessageId,
    conversationId: conversationIdOf(thread),
  }
}

async function openDirect(user: string, binding: Bound, tools: Tools): Promise<SlackThread> {
  const opened = await repeatable(callSlack('conversations.open', { users: user }, binding, tools))
  const channel = (opened as { channel?: { id?: unknown } }).channel?.id
  if (typeof channel === 'string' && channel) return { channel }
  throw new DispatchFailed('providerError', 'Slack opened no conversation', { retry: 'later' })
}
