import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'

/** Rows of dead processes can be deleted after this time. */
const deadAfter = sql`interval '1 hour'`

/**
 * Records that this process dispatches messages, by the database's clock.
 *
 * @serves all tenants
 */
export async function recordHeartbeat(db: Db, id: string): Promise<void> {
  await sql`
    with forgotten as (
      delete from dispatchers where heartbeat_at < now() - ${deadAfter} and id <> ${id})
    insert into dispatchers as d (id, heartbeat_at) values (${id}, now())
        on conflict (id) do update set heartbeat_at = greatest(d.heartbeat_at, excluded.heartbeat_at)`.execute(db)
}

/** @serves all tenants */
export async function deleteDispatcher(db: Db, id: string): Promise<void> {
  await db.deleteFrom('dispatchers').where('id', '=', id).execute()
}

/**
 * Whether another process has recorded a heartbeat within this many seconds.
 *
 * @serves all tenants
 */
export async function hasOtherDispatchers(db: Db, id: string, withinSeconds: number): Promise<boolean> {
  const { rows } = await sql<{ others: boolean }>`
    select exists (
      select from dispatchers
       where id <> ${id} and heartbeat_at > now() - make_interval(secs => ${withinSeconds})) as others`.execute(db)
  return rows[0]?.others ?? true
}
