import { setTimeout as pause } from 'node:timers/promises'
import { type Adapter, DispatchFailed, type Outgoing } from '../../adapter.ts'
import { sameSecret } from '../signature.ts'
import type { Waiting } from './answers.ts'
import { type McpDeps, parse } from './parse.ts'

export { forgetEntries, forgetOldEntries } from './queries.ts'
export { assistantStore } from './store.ts'

/**
 * The agent as a tool of an AI assistant: an MCP server at the binding's address, over Streamable HTTP, with no sessions.
 * A person's address is the id of a conversation, which whoever holds the token can go on with.
 */
export function mcpAdapter(given: Omit<McpDeps, 'pause'> & Partial<Pick<Waiting, 'pause'>>): Adapter {
  const deps: McpDeps = { pause, ...given }
  return {
    provider: 'mcp',
    channel: 'aiChatE',
    ignoresRepeats: true,
    takesOurIds: true,
    batchPerSecond: 50,
    verify({ headers }, { auth }) {
      const [, token] = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? []
      if (!token) return 'there is no token'
      return auth.token && sameSecret(token, auth.token) ? undefined : 'the token is another'
    },
    parse: (call, binding) => parse(call, binding, deps),
    async send({ channelMessageId, to, ...outgoing }, binding) {
      await deps.store.keep(binding, to, { id: channelMessageId, text: textOf(outgoing) }).catch(() => {
        throw new DispatchFailed('providerError', 'The message could not be kept for the assistant', { retry: 'later' })
      })
      return { channelMessageId }
    },
  }
}

/** With its marks, which an assistant reads as well as a person reads bold. */
function textOf({ native, text }: Pick<Outgoing, 'native' | 'text'>): string {
  const marked = (native as { text?: unknown } | null)?.text
  return typeof marked === 'string' ? marked : text
}
