import type { McpTool } from '../tool.ts'

const userId = 'A person who talks to the agent; from list_conversations.'

export const trafficTools: McpTool[] = [
  {
    name: 'list_conversations',
    title: 'List conversations',
    description: 'Lists the conversations of the last 24 hours, or between start and end.',
    route: 'GET A/conversations',
    descriptions: { userId },
  },
  {
    name: 'list_messages',
    title: 'List messages',
    description: 'Lists messages in both directions, newest first: of the last 24 hours, or between start and end.',
    route: 'GET A/messages',
    descriptions: { userId, sessionId: 'One conversation; from list_conversations.' },
    toResult: withoutRaw,
  },
  {
    name: 'list_logs',
    title: 'List log entries',
    description: 'Lists what the agent logged while it worked: model calls, tool calls, failed webhooks.',
    route: 'GET A/logs',
    descriptions: { userId, sessionId: 'One conversation; from list_conversations.' },
    toResult: withoutRaw,
  },
  {
    name: 'list_turns',
    title: 'List turns',
    description: "Lists the agent's turn records, newest first. Read one of them with read_turn.",
    route: 'GET A/turns',
    descriptions: { userId, sessionId: 'One conversation; from list_conversations.' },
  },
  {
    name: 'read_turn',
    title: 'Read a turn',
    description:
      'Reads why the agent replied as it did: the playbook, the knowledge found, the tools, the prompt and the rules.',
    route: 'GET A/turns/:turnId',
    descriptions: { turnId: 'From list_turns, or from try_conversation.' },
  },
]

/** Drops the provider's raw body: it is most of an entry, and assistants do not need it. */
function withoutRaw(body: unknown): unknown {
  const { data, ...rest } = body as { data: Record<string, unknown>[] }
  return { ...rest, data: data.map(({ raw: _, ...entry }) => entry) }
}
