import { sql } from 'kysely'
import type { Db } from './db/database.ts'
import { runNamed } from './db/named.ts'
import type { World } from './world.ts'

/** Something that happened in an org and that the world may want to hear of: `agent.updated`, `person.created`. */
export type OutboxEvent = { orgId: string; type: string; data: object }
/** Takes one or many; many are written together, and a thousand at a time is a good measure. */
export type Announce = {
  (tx: Db, ...events: OutboxEvent[]): Promise<void>
  /** For a statement that writes events itself, among other things. */
  recipients?: OutboxRecipients
}
/** Told of events in the transaction that they are written in, as many at a time as were announced. */
export type OutboxListener = (tx: Db, events: readonly OutboxEvent[]) => Promise<void>

/** Who is to be told of events, in the very statement that writes them: it costs no round trip. */
export type OutboxRecipients = {
  /**
   * A statement without parameters that stands in a CTE: it reads `told (id, org_id, type, created_at)`, what is being
   * written, and answers a row for each event and addressee.
   */
  text: string
  /** There is somebody to be told, once this has committed. */
  addressed(tx: Db): void
}

export const noRecipients: OutboxRecipients = { text: 'select from told where false', addressed() {} }

/** Writes events in the transaction of the change they tell of: they are there if and only if the change is. */
export function createAnnounce(
  world: World,
  hear?: OutboxListener,
  addressing: OutboxRecipients = noRecipients,
): Announce {
  const addressed = sql.raw(addressing.text)
  const announce = async (tx: Db, ...events: OutboxEvent[]) => {
    if (events.length === 0) return
    const ids = events.map(() => world.newId('evt'))
    const orgs = events.map(({ orgId }) => orgId)
    const types = events.map(({ type }) => type)
    const data = events.map((event) => JSON.stringify(event.data))
    const statement = sql<{ count: number }>`
      with told as (
        insert into outbox (id, org_id, type, data, created_at)
        select id, org_id, type, data, ${world.now()}::timestamptz
          from unnest(${ids}::text[], ${orgs}::text[], ${types}::text[], ${data}::jsonb[])
            as event (id, org_id, type, data)
        returning id, org_id, type, created_at),
      addressed as (${addressed})
      select count(*) as count from addressed`
    const [row] = await runNamed(tx, statement)
    if (row?.count) addressing.addressed(tx)
    await hear?.(tx, events)
  }
  return Object.assign(announce, { recipients: addressing })
}

const retentionDays = 30

/** What the sweep removes. */
export async function deleteOldEvents(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionDays * 86_400_000)
  await db.deleteFrom('outbox').where('created_at', '<', before).execute()
}
