import type { Channel } from '@parley/amf'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'

type SlotRequest = {
  bindingKey: number
  perSecond: number
  slots: number
  now: Date
  /** Acquires nothing if the next free slot is later. */
  notAfter?: Date
}

/** Start and end of the acquired slots, or when the next slot is free. */
export type RateSlots = { from: Date; to: Date } | { freeAt: Date }

/** Acquires slots in a provider's rate. The row of the binding is the clock shared by all processes. */
export async function acquireRateSlots(db: Db, agent: AgentKey, request: SlotRequest): Promise<RateSlots> {
  const { bindingKey, perSecond, slots, now, notAfter } = request
  const lasts = sql`make_interval(secs => ${slots / perSecond})`
  const { rows } = await sql<{ from: Date; to: Date }>`
    update channel_bindings as b
       set batch_free_at = greatest(batch_free_at, ${now}::timestamptz) + ${lasts}
     where agent_key = ${agent.key} and binding_key = ${bindingKey}
       and (${notAfter ?? null}::timestamptz is null or batch_free_at is null or batch_free_at <= ${notAfter ?? null})
    returning batch_free_at - ${lasts} as from, batch_free_at as to`.execute(db)
  return rows[0] ?? { freeAt: (await readFreeAt(db, agent, bindingKey)) ?? now }
}

async function readFreeAt(db: Db, agent: AgentKey, bindingKey: number): Promise<Date | undefined> {
  const row = await db
    .selectFrom('channel_bindings')
    .select('batch_free_at')
    .where('agent_key', '=', agent.key)
    .where('binding_key', '=', bindingKey)
    .executeTakeFirst()
  return row?.batch_free_at ?? undefined
}

/** Blocks all slots of the binding until that time. */
export async function delayRateSlots(
  db: Db,
  agent: AgentKey,
  { channel, until }: { channel: Channel; until: Date },
): Promise<void> {
  await sql`
    update channel_bindings set batch_free_at = greatest(batch_free_at, ${until}::timestamptz)
     where agent_key = ${agent.key} and channel = ${channel} and archived_at is null`.execute(db)
}
