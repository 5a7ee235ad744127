import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { WebchatAgentKey } from '../deps.ts'

/** `chat`: the visitor whose chat this browser shows, if it is not its own. */
export type NewVisitor = { visitor: string; tokenHash: Buffer; chat?: string; now: Date }

export async function insertVisitor(
  db: Db,
  agent: WebchatAgentKey,
  { visitor, tokenHash, chat, now }: NewVisitor,
): Promise<void> {
  await db
    .insertInto('webchat_visitors')
    .values({ agent_key: agent.key, visitor, token_hash: tokenHash, chat: chat ?? null, created_at: now, seen_at: now })
    .onConflict((conflict) => conflict.columns(['agent_key', 'visitor']).doNothing())
    .execute()
}

export type Browser = { visitor: string; chat: string | null }

/** Locks the browser that holds the token. Lock it before the visitor whose chat it shows. */
export async function lockBrowser(tx: Db, agent: WebchatAgentKey, tokenHash: Buffer): Promise<Browser | undefined> {
  return tx
    .selectFrom('webchat_visitors')
    .select(['visitor', 'chat'])
    .where('agent_key', '=', agent.key)
    .where('token_hash', '=', tokenHash)
    .forUpdate()
    .executeTakeFirst()
}

export async function lockVisitor(tx: Db, agent: WebchatAgentKey, visitor: string): Promise<void> {
  await tx
    .selectFrom('webchat_visitors')
    .select('visitor')
    .where('agent_key', '=', agent.key)
    .where('visitor', '=', visitor)
    .forUpdate()
    .execute()
}

/** Gives a browser a new token, with which it shows this chat; both visitors are locked. */
export async function joinChat(
  tx: Db,
  agent: WebchatAgentKey,
  { browser, chat, tokenHash }: { browser: string; chat: string; tokenHash: Buffer },
): Promise<void> {
  // A message that was accepted in both chats is shown once.
  await sql`
    delete from webchat_entries as entry
     where agent_key = ${agent.key} and visitor = ${browser} and exists (
       select from webchat_entries as other
        where other.agent_key = ${agent.key} and other.visitor = ${chat} and other.entry_id = entry.entry_id)`.execute(
    tx,
  )
  await tx
    .updateTable('webchat_entries')
    .set({ visitor: chat })
    .where('agent_key', '=', agent.key)
    .where('visitor', '=', browser)
    .execute()
  await tx
    .updateTable('webchat_visitors')
    .set({ chat, token_hash: tokenHash })
    .where('agent_key', '=', agent.key)
    .where('visitor', '=', browser)
    .execute()
}

/** Replaces a token with the hash of one that nobody has; returns the visitor whose chat its browser showed. */
export async function revokeVisitorToken(
  db: Db,
  agent: WebchatAgentKey,
  { tokenHash, unknownHash }: { tokenHash: Buffer; unknownHash: Buffer },
): Promise<string | undefined> {
  const row = await db
    .updateTable('webchat_visitors')
    .set({ token_hash: unknownHash })
    .where('agent_key', '=', agent.key)
    .where('token_hash', '=', tokenHash)
    .returning(['visitor', 'chat'])
    .executeTakeFirst()
  return row && (row.chat ?? row.visitor)
}

export async function revokeBrowser(
  tx: Db,
  agent: WebchatAgentKey,
  { visitor }: Browser,
  unknownHash: Buffer,
): Promise<void> {
  await tx
    .updateTable('webchat_visitors')
    .set({ token_hash: unknownHash })
    .where('agent_key', '=', agent.key)
    .where('visitor', '=', visitor)
    .execute()
}

/** Returns the visitor whose chat a token shows; updates the last-seen times at most once an hour. */
export async function touchVisitor(
  db: Db,
  agent: WebchatAgentKey,
  tokenHash: Buffer,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('webchat_visitors')
    .select(['visitor', 'chat', sql<boolean>`seen_at < ${now}::timestamptz - interval '1 hour'`.as('long_ago')])
    .where('agent_key', '=', agent.key)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  for (const visitor of row?.long_ago ? [row.visitor, row.chat] : []) {
    if (visitor === null) continue
    await db
      .updateTable('webchat_visitors')
      .set({ seen_at: now })
      .where('agent_key', '=', agent.key)
      .where('visitor', '=', visitor)
      .execute()
  }
  return row && (row.chat ?? row.visitor)
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
