import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { MessageRow } from '../dispatch/queries/message-row.ts'

export async function findMessage(db: Db, agent: AgentKey, id: string): Promise<MessageRow | undefined> {
  return selectMessage(db, agent, id).executeTakeFirst()
}

/** Locked until the transaction ends. */
export async function lockMessage(tx: Db, agent: AgentKey, id: string): Promise<MessageRow | undefined> {
  return selectMessage(tx, agent, id).forUpdate().executeTakeFirst()
}

function selectMessage(db: Db, agent: AgentKey, id: string) {
  return db.selectFrom('messages').selectAll().where('agent_key', '=', agent.key).where('id', '=', id)
}

export async function isDisclaimerDue(db: Db, agent: AgentKey, asid: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('messages')
    .select('message_key')
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .where('priority', '=', 'now')
    .where('origin', '=', 'disclaimer')
    .where('due_at', '<=', now)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

type InitiationStart = { asid: string; initiatedBy: string; since: Date }

/**
 * Marks the next inbound message as a reply to this send. Returns false if the person has already replied since then.
 */
export async function recordInitiation(
  tx: Db,
  agent: AgentKey,
  { asid, initiatedBy, since }: InitiationStart,
): Promise<boolean> {
  const { rows } = await sql<{ initiated_by: string | null }>`
    update conversations set initiated_by = case when last_inbound_at > ${since} then null else ${initiatedBy} end
     where agent_key = ${agent.key} and asid = ${asid}
    returning initiated_by`.execute(tx)
  return rows[0]?.initiated_by !== null
}

/** The send that opened the conversation, while it has no reply. */
export async function findInitiatedBy(db: Db, agent: AgentKey, asid: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('conversations')
    .select('initiated_by')
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .executeTakeFirst()
  return row?.initiated_by ?? undefined
}

export type NewCapability = { asid: string; capable: boolean; now: Date }

/** An incapable number that has written since is checked again. */
export async function findCapability(
  db: Db,
  agent: AgentKey,
  { asid, since }: { asid: string; since: Date },
): Promise<boolean | undefined> {
  const { rows } = await sql<{ capable: boolean }>`
    select capable from capabilities as known
     where agent_key = ${agent.key} and asid = ${asid} and checked_at > ${since}
       and (capable or not exists (
         select from conversations as c
          where c.agent_key = known.agent_key and c.asid = known.asid and c.last_inbound_at > known.checked_at))`.execute(
    db,
  )
  return rows[0]?.capable
}

export async function storeCapability(db: Db, agent: AgentKey, { asid, capable, now }: NewCapability): Promise<void> {
  await db
    .insertInto('capabilities')
    .values({ agent_key: agent.key, asid, capable, checked_at: now })
    .onConflict((conflict) => conflict.columns(['agent_key', 'asid']).doUpdateSet({ capable, checked_at: now }))
    .execute()
}

/** Returns false if nothing was cached. */
export async function deleteCapability(db: Db, agent: AgentKey, asid: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('capabilities')
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** @serves all tenants */
export async function deleteCapabilitiesBefore(db: Db, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from capabilities where ctid = any(array(
      select ctid from capabilities where checked_at < ${before} limit ${most}))`.execute(db)
  return Number(numAffectedRows)
}
