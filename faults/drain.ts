import { setTimeout as sleep } from 'node:timers/promises'
import type { Query } from './environment/environment.ts'

/** Remaining work by table. */
const unfinishedConditions = {
  sends: `state = 'queued'`,
  messages: 'due_at is not null',
  conversation_events: 'due_at is not null',
  work_lanes: 'lease_token is not null or ready_at is not null',
  webhook_deliveries: `status = 'pending'`,
  campaigns: `status = 'running'`,
  campaign_stagings: 'true',
  unresolved_messages: 'due_at is not null',
  delivery_deadlines: 'due_at is not null',
  automated_rows: `state = 'waiting'`,
  outreach_rechecks: 'true',
  sequence_enrollments: `state = 'active'`,
}

/** Columns that schedule a retry, and the condition that the row is not leased. */
const retryColumns = [
  ['sends', 'due_at', 'lease_token is null'],
  ['messages', 'due_at', 'true'],
  ['conversation_events', 'due_at', 'true'],
  ['webhook_deliveries', 'due_at', 'lease_token is null'],
  ['delivery_deadlines', 'due_at', 'lease_token is null'],
  ['campaign_dispatchers', 'due_at', 'lease_token is null'],
  ['sequence_enrollments', 'due_at', 'lease_token is null'],
  ['work_lanes', 'ready_at', 'lease_token is null'],
  // The next free slot in a provider's rate limit.
  ['channel_bindings', 'batch_free_at', 'true'],
] as const

/** Expires the wait for unknown outcomes, so that a worker decides them by what the provider reports then. */
const expireUnresolvedSql = `
  update unresolved_messages set due_at = least(due_at, now()), gives_up_at = least(gives_up_at, now())
   where ctid = any (array(select ctid from unresolved_messages
                            where due_at is not null and lease_token is null for update skip locked))`

/** All leases of dead workers; a row that is being completed is left alone. */
const leasedTables = [
  'automated_rows',
  'outreach_rechecks',
  'sequence_enrollments',
  'sends',
  'unresolved_messages',
  'delivery_deadlines',
  'webhook_deliveries',
  'campaign_dispatchers',
  'campaign_stagings',
  'channel_bindings',
  'chores',
]

export type RemainingWork = Record<string, number>

export async function countRemainingWork(query: Query): Promise<RemainingWork> {
  const counts = Object.entries(unfinishedConditions).map(
    ([table, condition]) => `select '${table}' as name, count(*)::int from ${table} where ${condition}`,
  )
  const rows = await query<{ name: string; count: number }>(counts.join(' union all '))
  return Object.fromEntries(rows.filter(({ count }) => count > 0).map(({ name, count }) => [name, count]))
}

/** Makes every pending retry due, as if hours had passed. Does not disturb running workers. */
export async function rescheduleNow(query: Query): Promise<void> {
  for (const [table, column, condition] of retryColumns) await query(buildMakeDueSql(table, column, condition))
  await query(expireUnresolvedSql)
}

/** Expires the leases of dead workers; call it only while no worker is alive. */
export async function expireLeases(query: Query): Promise<void> {
  for (const table of leasedTables) await query(buildMakeDueSql(table, 'due_at', 'lease_token is not null'))
  await query(buildMakeDueSql('work_lanes', 'ready_at', 'lease_token is not null'))
}

/** Skips rows that others have locked, so that it cannot deadlock. */
function buildMakeDueSql(table: string, column: string, condition: string): string {
  const rows = `select ctid from ${table} where ${column} > now() and ${condition} for update skip locked`
  return `update ${table} set ${column} = now() where ctid = any (array(${rows}))`
}

const recheckSeconds = 5
const maxSeconds = 180

/**
 * Rows that are still scheduled for later, five seconds after the last recheck was done. Rows that are due only wait
 * for a worker, and rows of a dead worker wait for the end of its lease; `drain` reports those that remain.
 */
export async function findStuckRows(query: Query): Promise<string[]> {
  const end = Date.now() + maxSeconds * 1000
  let limit = Date.now() + recheckSeconds * 1000
  for (;;) {
    const rows = await query<{ description: string }>(
      `select 'the row of ' || person_id || ' waits for ' || coalesce(reason, 'its due time') as description from automated_rows
        where state = 'waiting' and send_id is null and lease_token is null and crashes = 0
          and due_at > now() + interval '${recheckSeconds} seconds'`,
    )
    const now = Date.now()
    if (rows.length === 0 || now > Math.min(limit, end)) return rows.map(({ description }) => description)
    const rechecks = await query('select from outreach_rechecks')
    if (rechecks.length > 0) limit = now + recheckSeconds * 1000
    await sleep(100)
  }
}

/** Waits until no work remains and returns what is left after the time limit. */
export async function drain(query: Query, seconds: number): Promise<RemainingWork> {
  const limit = Date.now() + seconds * 1000
  for (;;) {
    const remaining = await countRemainingWork(query)
    if (Object.keys(remaining).length === 0 || Date.now() > limit) return remaining
    await rescheduleNow(query)
    await sleep(500)
  }
}
