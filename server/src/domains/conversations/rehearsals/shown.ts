import { type Channel, type ContentMessage, type Rendered, render } from '@parley/amf'
import type { KeptRehearsed } from './deps.ts'
import type { ShownRow } from './queries.ts'

type Kept = { id: string; channel: Channel; message: ContentMessage }

export function renderedOf({ id, channel, message }: Kept): Rendered & { text: string } {
  const rendered = render(message, { channel, messageId: id })
  return { ...rendered, text: rendered.messages.map(({ text }) => text).join('\n') }
}

/** The same message always renders the same, so that only the message itself is kept. */
export function shownOf(row: ShownRow): KeptRehearsed {
  const message = row.message as ContentMessage
  const { messages, text, affordances } = renderedOf({ id: row.id, channel: row.channel as Channel, message })
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
