import { sql } from 'kysely'
import type { Db } from './db/database.ts'
import type { PreparedStatement, SqlParameters } from './db/statement.ts'
import type { World } from './world.ts'

/** An event in an org that subscribers may want to receive, such as `agent.updated` or `person.created`. */
export type OutboxEvent = { orgId: string; type: string; data: object }
/** Accepts one or many events; many are written in one statement, ideally up to a thousand at a time. */
export type Announce = {
  (tx: Db, ...events: OutboxEvent[]): Promise<void>
  /** For a statement that itself writes events, among other things. */
  recipients?: OutboxRecipients
}
/** Receives events in the transaction that writes them, in the batches in which they were announced. */
export type OutboxListener = (tx: Db, events: readonly OutboxEvent[]) => Promise<void>

/** Determines the recipients of events within the statement that writes them, which saves a round trip. */
export type OutboxRecipients = {
  /**
   * A statement without parameters, used as a CTE: reads the events being written from `new_events (id, org_id, type,
   * created_at)`, and returns a row for each event and recipient.
   */
  text: string
  /** Called if there are recipients; they are to be notified after the commit. */
  addressed(tx: Db): void
}

export const noRecipients: OutboxRecipients = { text: 'select from new_events where false', addressed() {} }

/**
 * Defines a statement that contains the text of the recipients once for each text, because the name of a prepared
 * statement must always have the same text.
 */
export function defineAddressed<Parameters extends SqlParameters>(
  define: (recipientsText: string, number: number) => PreparedStatement<Parameters>,
): (recipientsText: string) => PreparedStatement<Parameters> {
  const statements = new Map<string, PreparedStatement<Parameters>>()
  return (text) => {
    const known = statements.get(text)
    if (known) return known
    const made = define(text, statements.size)
    statements.set(text, made)
    return made
  }
}

/** Writes events in the transaction of the change they describe, so that they exist if and only if the change does. */
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
      with new_events as (
        insert into outbox (id, org_id, type, data, created_at)
        select id, org_id, type, data, ${world.now()}::timestamptz
          from unnest(${ids}::text[], ${orgs}::text[], ${types}::text[], ${data}::jsonb[])
            as event (id, org_id, type, data)
        returning id, org_id, type, created_at),
      addressed as (${addressed})
      select count(*) as count from addressed`
    const [row] = (await statement.execute(tx)).rows
    if (row?.count) addressing.addressed(tx)
    await hear?.(tx, events)
  }
  return Object.assign(announce, { recipients: addressing })
}

const retentionDays = 30

export async function deleteOldEvents(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionDays * 86_400_000)
  await db.deleteFrom('outbox').where('created_at', '<', before).execute()
}
