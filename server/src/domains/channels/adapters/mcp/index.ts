import { setTimeout as pause } from 'node:timers/promises'
import type { Adapter } from '../../adapter.ts'
import { isSameSecret } from '../webhook-request.ts'

import { send } from './send.ts'
import { type AnswerWaitDeps, type McpDeps, parse } from './webhook.ts'

export { deleteAssistantEntries, deleteOldAssistantEntries } from './queries.ts'
export { createAssistantStore } from './send.ts'

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
      return auth.token && isSameSecret(token, auth.token) ? undefined : 'the token does not match'
    },
    parse: (call, binding) => parse(call, binding, deps),
    send: (outgoing, binding) => send(outgoing, binding, deps.store),
  }
}
