import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { WebchatAgentKey } from '../deps.ts'

export type NewVisitor = { visitor: string; tokenHash: Buffer; now: Date }

export async function insertVisitor(
  db: Db,
  agent: WebchatAgentKey,
  { visitor, tokenHash, now }: NewVisitor,
): Promise<void> {
  await db
    .insertInto('webchat_visitors')
    .values({ agent_key: agent.key, visitor, token_hash: tokenHash, created_at: now, seen_at: now })
    .execute()
}

/** Returns the visitor of a token with this agent; updates the last-seen time at most once an hour. */
export async function touchVisitor(
  db: Db,
  agent: WebchatAgentKey,
  tokenHash: Buffer,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('webchat_visitors')
    .select(['visitor', sql<boolean>`seen_at < ${now}::timestamptz - interval '1 hour'`.as('long_ago')])
    .where('agent_key', '=', agent.key)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (row?.long_ago) {
    await db
      .updateTable('webchat_visitors')
      .set({ seen_at: now })
      .where('agent_key', '=', agent.key)
      .where('visitor', '=', row.visitor)
      .execute()
  }
  return row?.visitor
}

/** Deletes visitors with their chat entries. */
export async function deleteVisitors(tx: Db, agent: WebchatAgentKey, visitors: readonly string[]): Promise<void> {
  if (visitors.length === 0) return
  await tx.deleteFrom('webchat_visitors').where('agent_key', '=', agent.key).where('visitor', 'in', visitors).execute()
}

/** Deletes visitors who have not been seen for half a year, with their chat entries. @serves all tenants */
export async function deleteOldVisitors(db: Db, now: Date): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from webchat_visitors v
       using (select agent_key, visitor from webchat_visitors
               where seen_at < ${now}::timestamptz - interval '180 days' limit 1000) old
       where v.agent_key = old.agent_key and v.visitor = old.visitor`.execute(db)
    if (numAffectedRows !== 1000n) return
  }
}
