import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { isUnavailable } from '../../../platform/db/errors.ts'
import type { AgentKey } from '../../../platform/http/route.ts'

export type FetchedMedia = {
  name: string
  contentType: string
  token: string
}

/** Finds the stored file of a source and extends its retention. */
export async function findFetchedMedia(
  db: Db,
  agent: AgentKey,
  { hash, now }: { hash: Buffer; now: Date },
): Promise<FetchedMedia | undefined> {
  const row = await db
    .updateTable('fetched_media')
    .set({ used_at: now })
    .where('agent_key', '=', agent.key)
    .where('source_hash', '=', hash)
    .returning(['name', 'content_type', 'token'])
    .executeTakeFirst()
  return row && { name: row.name, contentType: row.content_type, token: row.token }
}

export type NewFetchedMedia = FetchedMedia & { hash: Buffer; content: Buffer; sha256: Buffer; now: Date }

/** A concurrent insert of the same file wins. */
export async function insertFetchedMedia(db: Db, agent: AgentKey, made: NewFetchedMedia): Promise<void> {
  await db
    .insertInto('fetched_media')
    .values({
      agent_key: agent.key,
      source_hash: made.hash,
      name: made.name,
      content_type: made.contentType,
      bytes: made.content.length,
      sha256: made.sha256,
      token: made.token,
      content: made.content,
      used_at: made.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteFetchedMedia(tx: Db, agent: AgentKey, tokens: readonly string[]): Promise<void> {
  if (tokens.length === 0) return
  await tx.deleteFrom('fetched_media').where('agent_key', '=', agent.key).where('token', 'in', tokens).execute()
}

const retentionDays = 31
const before = (now: Date, days: number): Date => new Date(now.getTime() - days * 86_400_000)

/**
 * Returns those of these files that were sent to no one else within the retention period. Returns none if the query
 * takes too long: the files then expire by age, and no one loses a picture because another person was erased.
 */
export async function findUnsharedMedia(
  tx: Db,
  agent: AgentKey,
  tokens: readonly string[],
  now: Date,
): Promise<string[]> {
  if (tokens.length === 0) return []
  await sql`savepoint looking`.execute(tx)
  try {
    await sql`set local statement_timeout = '5s'`.execute(tx)
    const { rows } = await sql<{ token: string }>`
      select pulled.token from fetched_media as pulled
       where agent_key = ${agent.key} and token = any(${tokens}::text[]) and not exists (
         select from messages as other
          where other.agent_key = ${agent.key} and other.accepted_at >= ${before(now, retentionDays)}
            and strpos(other.message::text, '/media/' || pulled.token || '/') > 0)`.execute(tx)
    return rows.map(({ token }) => token)
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return []
  } finally {
    // Also resets the statement timeout.
    await sql`rollback to savepoint looking`.execute(tx)
  }
}

/** @serves all tenants */
export async function deleteUnusedMedia(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('fetched_media').where('used_at', '<', before(now, retentionDays)).execute()
}
