import type { Db } from './db/database.ts'
import type { World } from './world.ts'

/** Something that happened in an org and that the world may want to hear of: `agent.updated`, `person.created`. */
export type OutboxEvent = { orgId: string; type: string; data: object }
export type Announce = (tx: Db, event: OutboxEvent) => Promise<void>

/** Writes an event in the transaction of the change it tells of: it is there if and only if the change is. */
export function announcer(world: World): Announce {
  return async (tx, { orgId, type, data }) => {
    const event = { id: world.newId('evt'), org_id: orgId, type, data: JSON.stringify(data), created_at: world.now() }
    await tx.insertInto('outbox').values(event).execute()
  }
}

const keptDays = 30

/** What the sweep removes. */
export async function forgetOldEvents(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * 86_400_000)
  await db.deleteFrom('outbox').where('created_at', '<', before).execute()
}
