import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { keyedJoin } from '../db/keyed-join.ts'
import { afterCommit } from '../db/transaction.ts'
import { localBus } from './notifications.ts'
import { joinByKey, keyColumns, keyedRowsCte, pickKey, rowIdOf } from './row-queries.ts'
import type { Task } from './task.ts'

export type CancelResult = 'waiting' | 'running' | 'absent'

/**
 * Cancels a row and returns the state it was in. The signal of a running one fires immediately in this process, or with
 * the next heartbeat in another, and its result is not written.
 */
export async function cancelWork(
  tx: Db,
  work: Pick<Task, 'kind' | 'table' | 'key'>,
  key: object,
): Promise<CancelResult> {
  const { rows } = await sql<{ running: boolean }>`
    with ${keyedRowsCte(work.table, [{ n: 0, token: '', row: pickKey(work.key, key) }])},
    due as (
      select ${keyColumns(work.key, 't')}, t.lease_token, ${keyedJoin.column} from given
        join ${sql.table(work.table)} as t on ${joinByKey(work.key, 'given')}
       where t.due_at is not null for update of t)
    update ${sql.table(work.table)} as t set due_at = null, lease_token = null
      from due where ${joinByKey(work.key, 'due')}
    returning due.lease_token is not null as running`.execute(tx)
  const found = rows[0]
  if (!found) return 'absent'
  if (!found.running) return 'waiting'
  const rowId = rowIdOf(work.key, key)
  afterCommit(tx, () => {
    for (const hear of localBus.onCancelled) hear(work.kind, rowId)
  })
  return 'running'
}
