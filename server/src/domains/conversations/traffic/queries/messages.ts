import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import { type AgentMessageEntry, trafficOrigins, trafficTypes } from '../entries.ts'
import type { PageRange, PositionedEntry } from '../pages.ts'
import { selectNewest } from './page-range.ts'
import { buildSessionFilter } from './sessions.ts'

export type MessageListQuery = PageRange & {
  userId?: string
  sessionId?: string
  origin?: (typeof trafficOrigins)[number]
  type?: (typeof trafficTypes)[number]
  sandboxes: readonly boolean[]
}

type TrafficRow = {
  asid: string
  session_id: string
  origin: AgentMessageEntry['origin']
  type: AgentMessageEntry['type']
  subtype: string | null
  channel: AgentMessageEntry['channel']
  text: string | null
  message_id: string
  channel_message_id: string | null
  channel_conversation_id: string | null
  reason: string | null
  detail: string | null
  raw: unknown
  sandbox: boolean
  emulated_channel: NonNullable<AgentMessageEntry['emulatedChannel']> | null
  at: Date
  entry: number
  exactly: string
}
const columns = sql`asid, session_id, origin, type, subtype, channel, text, message_id, channel_message_id,
  channel_conversation_id, reason, detail, raw, sandbox, emulated_channel`

/** Newest first. */
export async function listMessages(
  db: Db,
  agent: AgentKey,
  query: MessageListQuery,
): Promise<PositionedEntry<AgentMessageEntry>[]> {
  const { userId, sessionId } = query
  const session = sessionId === undefined ? undefined : await buildSessionFilter(db, agent, { id: sessionId, userId })
  if (session === 'unknown') return []
  const scans = session || userId !== undefined ? [buildUserScan(query, session)] : buildAgentScans(query)
  const from = { table: 'traffic', columns, where: sql`agent_key = ${agent.key}` } as const
  const { rows } = await sql<TrafficRow>`${selectNewest(from, scans, query)}`.execute(db)
  return rows.map((row) => ({ entry: toMessageEntry(agent, row), position: { at: row.exactly, entry: row.entry } }))
}

/** One person has so few entries that the remaining filters can be applied by scanning them. */
function buildUserScan({ userId, type, origin, sandboxes }: MessageListQuery, session?: RawBuilder<unknown>) {
  return sql`${session ?? sql`asid = ${userId}`}
    ${type ? sql`and type = ${type}` : sql``} ${origin ? sql`and origin = ${origin}` : sql``}
    ${sandboxes.includes(true) ? sql`` : sql`and not sandbox`}`
}

function buildAgentScans({ type, origin, sandboxes }: MessageListQuery): RawBuilder<unknown>[] {
  if (!type && !origin) return sandboxes.map((sandbox) => sql`sandbox = ${sandbox}`)
  const [ofTypes, ofOrigins] = [type ? [type] : trafficTypes, origin ? [origin] : trafficOrigins]
  return sandboxes.flatMap((sandbox) =>
    ofTypes.flatMap((one) =>
      ofOrigins.map((other) => sql`sandbox = ${sandbox} and type = ${one} and origin = ${other}`),
    ),
  )
}

function toMessageEntry(agent: AgentKey, row: TrafficRow): AgentMessageEntry {
  const { reason, detail } = row
  return {
    timestamp: row.at.toISOString(),
    agentId: agent.id,
    userId: row.asid,
    sessionId: row.session_id,
    origin: row.origin,
    type: row.type,
    ...(row.subtype !== null && { subtype: row.subtype }),
    channel: row.channel,
    ...(row.text !== null && { text: row.text }),
    messageId: row.message_id,
    ...(row.channel_message_id !== null && { channelMessageId: row.channel_message_id }),
    ...(row.channel_conversation_id !== null && { channelConversationId: row.channel_conversation_id }),
    ...(reason !== null && { error: detail === null ? reason : `${reason}: ${detail}` }),
    raw: row.raw ?? toRawStatus(row),
    ...(row.sandbox && { test: true as const }),
    ...(row.emulated_channel !== null && { emulatedChannel: row.emulated_channel }),
  }
}

/** Formats a receipt like its event, as far as its data is stored. */
function toRawStatus({ message_id: messageId, subtype: state, reason, detail }: TrafficRow) {
  const why = { ...(reason !== null && { reason }), ...(detail !== null && { detail }) }
  return { type: 'status', status: { messageId, state, ...why } }
}

export type DispatchedContext = {
  id: string
  channel: string
  locale: string | null
  author: AgentMessageEntry['author'] | null
  /** It went as a template of the provider, or would have. */
  namesTemplate: boolean
}

/** Returns the channel and the locale that messages were rendered for. Messages that retention deleted are missing. */
export async function listDispatchedContexts(
  db: Db,
  agent: AgentKey,
  ids: readonly string[],
): Promise<DispatchedContext[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<DispatchedContext>`
    select id, channel, locale, author, message #> '{delivery,templates}' is not null as "namesTemplate" from messages where agent_key = ${agent.key} and id = any(${ids}::text[])`.execute(
    db,
  )
  return rows
}
