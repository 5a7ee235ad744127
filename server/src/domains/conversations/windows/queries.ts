import type { Channel } from '@parley/amf'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'

export type ClosedWindow = { agent: AgentKey; asid: string; channel: Channel; sessionId: string; sandbox: boolean }

/**
 * Locks conversations whose reply window has closed without an event, until the transaction ends. @serves all tenants
 */
export async function claimClosedWindows(tx: Db, now: Date, most: number): Promise<ClosedWindow[]> {
  const { rows } = await sql<{
    agent_key: number
    id: string
    org_id: string
    asid: string
    channel: string
    session_id: string
    sandbox: boolean
  }>`
    update conversations set window_closes_at = null
      from agents
     where agents.agent_key = conversations.agent_key
       and (conversations.agent_key, conversations.asid) in (
         select agent_key, asid from conversations
          where window_closes_at <= ${now}
          order by window_closes_at limit ${most}
            for update skip locked)
    returning conversations.agent_key, agents.id, agents.org_id, asid, channel, session_id, sandbox`.execute(tx)
  return rows.map((row) => ({
    agent: { key: row.agent_key, id: row.id, orgId: row.org_id },
    asid: row.asid,
    channel: row.channel as Channel,
    sessionId: row.session_id,
    sandbox: row.sandbox,
  }))
}
