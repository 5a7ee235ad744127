import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { deleteInChunks } from '../../../platform/db/delete-in-chunks.ts'
import type { AgentKey } from '../../../platform/http/route.ts'

export type ReviewableSession = { agent: AgentKey; asid: string; sessionId: string }

/** Only sessions that the runtime answered; those answered elsewhere are not summarized here. @serves all tenants */
export async function insertReviews(tx: Db, over: readonly ReviewableSession[], now: Date): Promise<void> {
  const column = <T>(read: (one: ReviewableSession) => T) => over.map(read)
  await sql`
    insert into session_reviews (agent_key, asid, session_id, due_at, created_at)
    select agent_key, asid, over.session_id, ${now}::timestamptz, ${now}::timestamptz
      from unnest(${column(({ agent }) => agent.key)}::bigint[], ${column(({ asid }) => asid)}::text[],
                  ${column(({ sessionId }) => sessionId)}::text[]) as over (agent_key, asid, session_id)
      join runtime_conversations using (agent_key, asid)
        on conflict do nothing`.execute(tx)
}

/** Start, end, and channel of a session; undefined when it is gone. */
export async function findSessionTimes(
  db: Db,
  agent: AgentKey,
  { asid, sessionId }: { asid: string; sessionId: string },
): Promise<{ startedAt: Date; endedAt: Date; channel: string } | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select(['started_at as startedAt', 'ended_at as endedAt', 'channel'])
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row?.endedAt ? { ...row, endedAt: row.endedAt } : undefined
}

/** @serves all tenants */
export async function deleteOldReviews(db: Db, before: Date): Promise<void> {
  await deleteInChunks(db, 'session_reviews', sql`created_at < ${before} and due_at is null`)
}
