import { type Channel, type ContentMessage, type RenderResult, render } from '@parley/amf'
import type { StoredSandboxMessage } from './deps.ts'
import type { SandboxMessageRow } from './queries.ts'

type SandboxRenderInput = { id: string; channel: Channel; message: ContentMessage }

export function renderSandboxMessage({ id, channel, message }: SandboxRenderInput): RenderResult & { text: string } {
  const rendered = render(message, { channel, messageId: id })
  return { ...rendered, text: rendered.messages.map(({ text }) => text).join('\n') }
}

/** The same message always renders the same, so only the message itself is stored. */
export function serializeSandboxMessage(row: SandboxMessageRow): StoredSandboxMessage {
  const message = row.message as ContentMessage
  const { messages, text, affordances } = renderSandboxMessage({ id: row.id, channel: row.channel as Channel, message })
  return {
    messageId: row.id,
    message,
    rendered: messages,
    text,
    affordances,
    at: row.accepted_at,
    ...(row.event_id !== null && { eventId: row.event_id }),
  }
}
