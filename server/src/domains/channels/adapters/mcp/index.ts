import { setTimeout as pause } from 'node:timers/promises'
import { type Adapter, DispatchFailedError, type OutboundBubble } from '../../adapter.ts'
import { isSameSecret } from '../webhook-request.ts'

import { type AnswerWaitDeps, type McpDeps, parse } from './webhook.ts'

export { deleteAssistantEntries, deleteOldAssistantEntries } from './queries.ts'
export { createAssistantStore } from './store.ts'

/**
 * The agent as a tool of an AI assistant: an MCP server at the binding's URL, over Streamable HTTP, without sessions. A
 * person's address is the id of a conversation, which anyone with the token can continue.
 */
export function createMcpAdapter(options: Omit<McpDeps, 'pause'> & Partial<Pick<AnswerWaitDeps, 'pause'>>): Adapter {
  const deps: McpDeps = { pause, ...options }
  return {
    provider: 'mcp',
    channel: 'aiChatE',
    ignoresRepeats: true,
    acceptsClientIds: true,
    batchPerSecond: 50,
    verify({ headers }, { auth }) {
      const [, token] = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? []
      if (!token) return 'there is no token'
      return auth.token && isSameSecret(token, auth.token) ? undefined : 'the token is another'
    },
    parse: (call, binding) => parse(call, binding, deps),
    async send({ channelMessageId, to, ...outgoing }, binding) {
      await deps.store.append(binding, to, { id: channelMessageId, text: textOf(outgoing) }).catch(() => {
        throw new DispatchFailedError('providerError', 'The message could not be kept for the assistant', {
          retry: 'later',
        })
      })
      return { channelMessageId }
    },
  }
}

/** Keeps the Markdown, which assistants read as well as a person reads bold. */
function textOf({ native, text }: Pick<OutboundBubble, 'native' | 'text'>): string {
  const marked = (native as { text?: unknown } | null)?.text
  return typeof marked === 'string' ? marked : text
}
