import type { Affordance, Channel, OutboundMessage } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { renderForTarget } from '../dispatch/render.ts'
import type { GatewayEvent } from '../event.ts'
import {
  findTranscriptSession,
  hasConversation,
  listTranscriptEvents,
  listTranscriptMessages,
  type TranscriptEventRow,
  type TranscriptMessageRow,
  type TranscriptSession,
} from './queries.ts'

export type TranscriptEntry =
  | { from: 'person'; eventId: string; event: GatewayEvent; at: Date }
  | {
      from: 'agent'
      messageId: string
      message: OutboundMessage
      text: string
      affordances: Affordance[]
      /** The event that the message answers. */
      eventId?: string
      at: Date
    }

/** Reads transcripts, including sandbox ones, for use by other domains. */
export type Transcripts = {
  findSession(
    db: Db,
    agent: AgentKey,
    query: { sessionId?: string; asid?: string },
  ): Promise<TranscriptSession | undefined>
  /** Whether there was ever a conversation with this person, however long ago. */
  hasConversation(db: Db, agent: AgentKey, asid: string): Promise<boolean>
  /** Entries since then, oldest first. */
  listEntries(
    db: Db,
    agent: AgentKey,
    session: TranscriptSession,
    span: { since: Date; now: Date },
  ): Promise<TranscriptEntry[]>
}

const maxOfEach = 500
/** Time range for an active session: none lasts longer without a pause that ends it, and events are found by time. */
const maxSessionMilliseconds = 2 * 86_400_000

export const transcripts: Transcripts = {
  findSession: findTranscriptSession,
  hasConversation,
  async listEntries(db, agent, session, { since, now }) {
    const from = new Date(Math.max(since.getTime(), session.startedAt.getTime()))
    const latest = new Date(Math.min(now.getTime(), from.getTime() + maxSessionMilliseconds))
    const within = { session, from, until: session.endedAt ?? latest, most: maxOfEach }
    const personEntries = (await listTranscriptEvents(db, agent, within)).filter(isOwnAction).map(toPersonEntry)
    const answered = (await listTranscriptMessages(db, agent, within)).map(toAgentEntry)
    // At the same instant, a person's message comes before its answer.
    return [...personEntries, ...answered].sort((one, other) => one.at.getTime() - other.at.getTime())
  },
}

/**
 * An opt-out with the channel's switch or in the person's own words produces an extra event, which is not an action of
 * theirs.
 */
function isOwnAction(
  { event, inbound, at }: TranscriptEventRow,
  index: number,
  rows: readonly TranscriptEventRow[],
): boolean {
  if (event.type !== 'system' || (event.kind !== 'optOut' && event.kind !== 'optIn')) return true
  const before = rows[index - 1]
  const followsSwitch = before?.event.type === 'system' && before.at.getTime() === at.getTime()
  return inbound && !followsSwitch
}

const toPersonEntry = ({ id, event, at }: TranscriptEventRow): TranscriptEntry => ({
  from: 'person',
  eventId: id,
  event,
  at,
})

function toAgentEntry(row: TranscriptMessageRow): TranscriptEntry {
  const { messages, affordances } = renderForTarget(row, {
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
