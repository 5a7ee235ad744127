import { setTimeout as sleep } from 'node:timers/promises'
import type { Query } from './environment/environment.ts'

/** What is still to be done, by table. */
const open = {
  sends: `state = 'queued'`,
  messages: 'due_at is not null',
  conversation_events: 'due_at is not null',
  work_lanes: 'lease_token is not null or ready_at is not null',
  webhook_deliveries: `status = 'pending'`,
  campaigns: `status = 'running'`,
  campaign_stagings: 'true',
  unresolved_messages: 'due_at is not null',
  automated_rows: `state = 'waiting'`,
  waiting_rechecks: 'true',
}

/** Where a row waits to be tried again, and who holds it. */
const waiting = [
  ['sends', 'due_at', 'lease_token is null'],
  ['messages', 'due_at', 'true'],
  ['conversation_events', 'due_at', 'true'],
  ['webhook_deliveries', 'due_at', 'lease_token is null'],
  ['campaign_pumps', 'due_at', 'lease_token is null'],
  ['work_lanes', 'ready_at', 'lease_token is null'],
  // The next free place in the rate of a provider.
  ['channel_bindings', 'batch_free_at', 'true'],
] as const

/** An outcome that is unknown is decided on when its time is over: by what the provider says then. */
const endDoubts = `
  update unresolved_messages set due_at = least(due_at, now()), until = least(until, now())
   where ctid = any (array(select ctid from unresolved_messages
                            where due_at is not null and lease_token is null for update skip locked))`

/** All leases of the dead; a row that is settled just now is left alone. */
const leased = [
  'automated_rows',
  'waiting_rechecks',
  'sends',
  'unresolved_messages',
  'webhook_deliveries',
  'campaign_pumps',
  'campaign_stagings',
  'channel_bindings',
  'chores',
]

export type RemainingWork = Record<string, number>

/** How many rows wait in each table. */
export async function countRemainingWork(query: Query): Promise<RemainingWork> {
  const counts = Object.entries(open).map(
    ([table, is]) => `select '${table}' as name, count(*)::int from ${table} where ${is}`,
  )
  const rows = await query<{ name: string; count: number }>(counts.join(' union all '))
  return Object.fromEntries(rows.filter(({ count }) => count > 0).map(({ name, count }) => [name, count]))
}

/** As though hours had passed for whatever waits to be tried again. Nobody who works is disturbed. */
export async function rescheduleNow(query: Query): Promise<void> {
  for (const [table, column, free] of waiting) await query(madeDue(table, column, free))
  await query(endDoubts)
}

/** As though the leases of dead workers had run out: only to be called while no worker lives. */
export async function expireLeases(query: Query): Promise<void> {
  for (const table of leased) await query(madeDue(table, 'due_at', 'lease_token is not null'))
  await query(madeDue('work_lanes', 'ready_at', 'lease_token is not null'))
}

/** Locks nothing that somebody else has locked, so that nobody can wait in a circle. */
function madeDue(table: string, column: string, and: string): string {
  const rows = `select ctid from ${table} where ${column} > now() and ${and} for update skip locked`
  return `update ${table} set ${column} = now() where ctid = any (array(${rows}))`
}

const promisedSeconds = 5
const mostSeconds = 180

/**
 * Rows that still wait for another time, five seconds after no recheck was left to do. Rows that are due only wait for a
 * worker, and rows that a dead worker held wait for the end of its lease; `drain` reports those that stay.
 */
export async function findStuckRows(query: Query): Promise<string[]> {
  const end = Date.now() + mostSeconds * 1000
  let limit = Date.now() + promisedSeconds * 1000
  for (;;) {
    const rows = await query<{ says: string }>(
      `select 'the row of ' || person_id || ' waits for ' || coalesce(reason, 'its turn') as says from automated_rows
        where state = 'waiting' and send_id is null and lease_token is null and crashes = 0
          and due_at > now() + interval '${promisedSeconds} seconds'`,
    )
    const now = Date.now()
    if (rows.length === 0 || now > Math.min(limit, end)) return rows.map(({ says }) => says)
    const rechecks = await query('select from waiting_rechecks')
    if (rechecks.length > 0) limit = now + promisedSeconds * 1000
    await sleep(100)
  }
}

/** Until nothing is left to do; what is left after that time is answered. */
export async function drain(query: Query, seconds: number): Promise<RemainingWork> {
  const limit = Date.now() + seconds * 1000
  for (;;) {
    const left = await countRemainingWork(query)
    if (Object.keys(left).length === 0 || Date.now() > limit) return left
    await rescheduleNow(query)
    await sleep(500)
  }
}
