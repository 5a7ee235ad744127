import type { Channel } from '@parley/amf'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'

export type StopEntry = { channel: Channel; hash: Buffer }

export async function findSalt(db: Db, agent: AgentKey): Promise<Buffer | undefined> {
  const row = await db.selectFrom('stop_lists').select('salt').where('agent_key', '=', agent.key).executeTakeFirst()
  return row?.salt
}

/** The first writer wins; the others wait for it here. */
export async function insertSalt(db: Db, agent: AgentKey, salt: Buffer): Promise<void> {
  await db
    .insertInto('stop_lists')
    .values({ agent_key: agent.key, salt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function insertStop(
  tx: Db,
  agent: AgentKey,
  { channel, hash, now }: StopEntry & { now: Date },
): Promise<void> {
  await tx
    .insertInto('stops')
    .values({ agent_key: agent.key, channel, address_hash: hash, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteStop(tx: Db, agent: AgentKey, { channel, hash }: StopEntry): Promise<void> {
  await tx
    .deleteFrom('stops')
    .where('agent_key', '=', agent.key)
    .where('channel', '=', channel)
    .where('address_hash', '=', hash)
    .execute()
}

export async function hasStop(db: Db, agent: AgentKey, { channel, hash }: StopEntry): Promise<boolean> {
  const row = await db
    .selectFrom('stops')
    .select('created_at')
    .where('agent_key', '=', agent.key)
    .where('channel', '=', channel)
    .where('address_hash', '=', hash)
    .executeTakeFirst()
  return row !== undefined
}
