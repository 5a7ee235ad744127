import type { Channel } from '@parley/amf'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'

export type NewSessionRow = { asid: string; id: string; channel: Channel; startedAt: Date }

/** For an existing conversation, which determines whether the session is a sandbox one. */
export async function insertConversationSession(tx: Db, agent: AgentKey, session: NewSessionRow): Promise<void> {
  const { asid, id, channel, startedAt } = session
  await sql`
    insert into sessions (agent_key, asid, id, channel, started_at, sandbox)
    values (${agent.key}, ${asid}, ${id}, ${channel}, ${startedAt}, coalesce((
      select sandbox from conversations where agent_key = ${agent.key} and asid = ${asid}), false))
        on conflict do nothing`.execute(tx)
}

export type EndedSession = {
  agent: AgentKey
  asid: string
  id: string
  channel: Channel
  sandbox: boolean
  messageCount: number
}
type IdleSessionQuery = {
  quietSince: Date
  now: Date
  most: number
  /** Default: the sessions of all agents. */
  only?: { agent: AgentKey; asid: string; sessionId: string }
}

/**
 * Ends sessions that have been idle since then or were followed by another, and returns them with their message counts
 * in each direction. Leaves a session that is younger than the idle time for later. @serves all tenants
 */
export async function endIdleSessions(
  tx: Db,
  { quietSince, now, most, only }: IdleSessionQuery,
): Promise<EndedSession[]> {
  const which = only
    ? sql`and session.agent_key = ${only.agent.key} and session.asid = ${only.asid} and session.id = ${only.sessionId}`
    : sql``
  const { rows } = await sql<{
    agent_key: number
    agent_id: string
    org_id: string
    asid: string
    id: string
    channel: string
    sandbox: boolean
    message_count: number
  }>`
    with over as materialized (
      select session.agent_key, session.asid, session.id, session.started_at, conversation.sandbox
        from sessions as session, lateral (
               select sandbox from conversations
                where agent_key = session.agent_key and asid = session.asid
                  and (session_id <> session.id or last_content_at <= ${quietSince}) limit 1) as conversation
       where session.ended_at is null and session.started_at <= ${quietSince} ${which}
       order by session.started_at limit ${most}
         for update of session skip locked
    ), ended as (
      update sessions set ended_at = ${now}, last_activity_at = coalesce((
               select at from traffic
                where traffic.agent_key = over.agent_key and traffic.asid = over.asid and traffic.session_id = over.id
                  and traffic.at >= over.started_at and type <> 'status'
                order by at desc limit 1), sessions.started_at)
        from over
       where sessions.agent_key = over.agent_key and sessions.asid = over.asid and sessions.id = over.id
      returning sessions.agent_key, sessions.asid, sessions.id, sessions.channel, over.sandbox
    )
    select ended.*, agents.id as agent_id, agents.org_id, (
             select count(*) from messages
              where messages.agent_key = ended.agent_key and messages.asid = ended.asid and session_id = ended.id
           ) + (
             select count(*) from conversation_events as came
              where came.agent_key = ended.agent_key and came.asid = ended.asid and inbound_id is not null
                and session_id = ended.id
                and (type <> 'system' or event ->> 'kind' not in ('subscribed', 'unsubscribed'))
           ) as message_count
      from ended join agents using (agent_key)`.execute(tx)
  return rows.map((row) => ({
    agent: { key: row.agent_key, id: row.agent_id, orgId: row.org_id },
    asid: row.asid,
    id: row.id,
    channel: row.channel as Channel,
    sandbox: row.sandbox,
    messageCount: row.message_count,
  }))
}
