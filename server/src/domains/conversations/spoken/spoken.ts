import type { Affordance, Channel, OutboundMessage } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { renderedFor } from '../dispatch/render.ts'
import type { TypedEvent } from '../event.ts'
import {
  type EventRow,
  eventsWithin,
  findSession,
  hasConversation,
  type MessageRow,
  messagesWithin,
  type SpokenSession,
} from './queries.ts'

/** One thing that was said in a session. */
export type SpokenLine =
  | { from: 'person'; eventId: string; event: TypedEvent; at: Date }
  | {
      from: 'agent'
      messageId: string
      message: OutboundMessage
      text: string
      affordances: Affordance[]
      /** What it answers. */
      eventId?: string
      at: Date
    }

/** Reads what was said, rehearsals too, for whoever makes something of it. */
export type Spoken = {
  session(db: Db, agent: AgentKey, wish: { sessionId?: string; asid?: string }): Promise<SpokenSession | undefined>
  /** Whether there was ever a conversation with them, however long ago. */
  knows(db: Db, agent: AgentKey, asid: string): Promise<boolean>
  /** Since then, oldest first. */
  lines(db: Db, agent: AgentKey, session: SpokenSession, span: { since: Date; now: Date }): Promise<SpokenLine[]>
}

const mostOfEach = 500
/** Of one that has not ended; nobody talks so long without a pause that ends it, and events are found by their time. */
const longestSession = 2 * 86_400_000

export const spoken: Spoken = {
  session: findSession,
  knows: hasConversation,
  async lines(db, agent, session, { since, now }) {
    const from = new Date(Math.max(since.getTime(), session.startedAt.getTime()))
    const latest = new Date(Math.min(now.getTime(), from.getTime() + longestSession))
    const within = { session, from, until: session.endedAt ?? latest, most: mostOfEach }
    const said = (await eventsWithin(db, agent, within)).filter(isTheirOwn).map(personLine)
    const answered = (await messagesWithin(db, agent, within)).map(agentLine)
    // Of the same moment, what was said comes before what it was answered.
    return [...said, ...answered].sort((one, other) => one.at.getTime() - other.at.getTime())
  },
}

/** Opting out by a switch of the channel, or in words of their own, is told beside what they did. */
function isTheirOwn({ event, inbound, at }: EventRow, index: number, rows: readonly EventRow[]): boolean {
  if (event.type !== 'system' || (event.kind !== 'optOut' && event.kind !== 'optIn')) return true
  const before = rows[index - 1]
  const followsSwitch = before?.event.type === 'system' && before.at.getTime() === at.getTime()
  return inbound && !followsSwitch
}

const personLine = ({ id, event, at }: EventRow): SpokenLine => ({ from: 'person', eventId: id, event, at })

function agentLine(row: MessageRow): SpokenLine {
  const { messages, affordances } = renderedFor(row, {
    channel: row.channel as Channel,
    locale: row.locale ?? undefined,
  })
  return {
    from: 'agent',
    messageId: row.id,
    message: row.message as OutboundMessage,
    text: messages.map(({ text }) => text).join('\n'),
    affordances,
    ...(row.event_id !== null && { eventId: row.event_id }),
    at: row.accepted_at,
  }
}
