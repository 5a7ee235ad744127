import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'

/** Rows of processes that died are of no use to anybody after that. */
const deadAfter = sql`interval '1 hour'`

/**
 * Says that this process hands messages over, by the clock of the database.
 *
 * @serves all tenants
 */
export async function recordHeartbeat(db: Db, id: string): Promise<void> {
  await sql`
    with forgotten as (
      delete from dispatchers where beat_at < now() - ${deadAfter} and id <> ${id})
    insert into dispatchers as d (id, beat_at) values (${id}, now())
        on conflict (id) do update set beat_at = greatest(d.beat_at, excluded.beat_at)`.execute(db)
}

/** @serves all tenants */
export async function deleteDispatcher(db: Db, id: string): Promise<void> {
  await db.deleteFrom('dispatchers').where('id', '=', id).execute()
}

/**
 * Whether another process has said so within as many seconds.
 *
 * @serves all tenants
 */
export async function hasOtherDispatchers(db: Db, id: string, withinSeconds: number): Promise<boolean> {
  const { rows } = await sql<{ others: boolean }>`
    select exists (
      select from dispatchers
       where id <> ${id} and beat_at > now() - make_interval(secs => ${withinSeconds})) as others`.execute(db)
  return rows[0]?.others ?? true
}
