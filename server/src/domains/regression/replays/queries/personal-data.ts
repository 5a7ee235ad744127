import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'

/** Deletes what these identities said in replays, and returns the replays and sandboxes that it belonged to. */
export async function deleteReplayedPerson(
  tx: Db,
  agent: AgentKey,
  asids: readonly string[],
): Promise<{ replayId: string; sandbox: string | null }[]> {
  const { rows } = await sql<{ replayId: string; sandbox: string | null }>`
    delete from replay_conversations where agent_key = ${agent.key} and asid = any(${[...asids]}::text[])
    returning replay_id as "replayId", sandbox_asid as sandbox`.execute(tx)
  return rows
}

export async function exportReplays(
  db: Db,
  agent: AgentKey,
  { asids }: { asids: readonly string[] },
): Promise<object[]> {
  const { rows } = await sql<object>`
    select replay_id as "replayId", session_id as "sessionId", session_at as "sessionStartedAt", verdict, turns
      from replay_conversations
     where agent_key = ${agent.key} and asid = any(${[...asids]}::text[]) and turns is not null
     order by session_at, replay_id, n`.execute(db)
  return rows
}

/**
 * Deletes replays that began before `before`, and conversations whose session is older than the history.
 * @serves all tenants
 */
export async function deleteOldReplays(db: Db, { before, history }: { before: Date; history: Date }): Promise<void> {
  await sql`delete from replays where created_at < ${before} and status <> 'running'`.execute(db)
  await sql`
    delete from replay_conversations as said using replays
     where replays.agent_key = said.agent_key and replays.id = said.replay_id and replays.status <> 'running'
       and said.session_at < ${history}`.execute(db)
}
