import { sql } from 'kysely'
import type { Db } from './db/database.ts'
import type { World } from './world.ts'

/** Something that happened in an org and that the world may want to hear of: `agent.updated`, `person.created`. */
export type OutboxEvent = { orgId: string; type: string; data: object }
/** Takes one or many; many are written together, and a thousand at a time is a good measure. */
export type Announce = (tx: Db, ...events: OutboxEvent[]) => Promise<void>
/** Told of events in the transaction that they are written in, as many at a time as were announced. */
export type Hear = (tx: Db, events: readonly OutboxEvent[]) => Promise<void>

/** Writes events in the transaction of the change they tell of: they are there if and only if the change is. */
export function announcer(world: World, hear?: Hear): Announce {
  return async (tx, ...events) => {
    if (events.length === 0) return
    const ids = events.map(() => world.newId('evt'))
    const orgs = events.map(({ orgId }) => orgId)
    const types = events.map(({ type }) => type)
    const data = events.map((event) => JSON.stringify(event.data))
    await sql`
      insert into outbox (id, org_id, type, data, created_at)
      select id, org_id, type, data, ${world.now()}::timestamptz
        from unnest(${ids}::text[], ${orgs}::text[], ${types}::text[], ${data}::jsonb[]) as event (id, org_id, type, data)
    `.execute(tx)
    await hear?.(tx, events)
  }
}

const keptDays = 30

/** What the sweep removes. */
export async function forgetOldEvents(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * 86_400_000)
  await db.deleteFrom('outbox').where('created_at', '<', before).execute()
}
