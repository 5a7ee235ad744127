import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'

export type PulledMedia = {
  name: string
  contentType: string
  token: string
}

/** What was kept of a source, and is so kept for longer. */
export async function findPulled(
  db: Db,
  agent: AgentKey,
  { hash, now }: { hash: Buffer; now: Date },
): Promise<PulledMedia | undefined> {
  const row = await db
    .updateTable('pulled_media')
    .set({ used_at: now })
    .where('agent_key', '=', agent.key)
    .where('source_hash', '=', hash)
    .returning(['name', 'content_type', 'token'])
    .executeTakeFirst()
  return row && { name: row.name, contentType: row.content_type, token: row.token }
}

export type NewPulled = PulledMedia & { hash: Buffer; content: Buffer; sha256: Buffer; now: Date }

/** Whoever came first has kept it. */
export async function insertPulled(db: Db, agent: AgentKey, made: NewPulled): Promise<void> {
  await db
    .insertInto('pulled_media')
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

/** By the tokens in their addresses. */
export async function forgetPulled(tx: Db, agent: AgentKey, tokens: readonly string[]): Promise<void> {
  if (tokens.length === 0) return
  await tx.deleteFrom('pulled_media').where('agent_key', '=', agent.key).where('token', 'in', tokens).execute()
}

const keptDays = 31

/** @serves all tenants */
export async function forgetUnusedMedia(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * 86_400_000)
  await db.deleteFrom('pulled_media').where('used_at', '<', before).execute()
}
