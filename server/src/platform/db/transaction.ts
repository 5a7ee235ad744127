import { sql } from 'kysely'
import type { Db } from './database.ts'
import { isRetryable } from './errors.ts'

const maxAttempts = 3
const afterCommits = new WeakMap<Db, (() => void)[]>()

/**
 * Runs `act` in one transaction. Runs it again from the start after a deadlock or a serialization failure, so `act`
 * must have no side effects outside the database.
 */
export async function inTransaction<T>(db: Db, act: (tx: Db) => Promise<T>): Promise<T> {
  for (let left = maxAttempts - 1; ; left--) {
    try {
      return await runOnce(db, act)
    } catch (error) {
      if (left === 0 || !isRetryable(error)) throw error
    }
  }
}

/**
 * Runs `act` after the transaction has committed, and not at all if it rolls back; outside a transaction, immediately.
 */
export function afterCommit(tx: Db, act: () => void): void {
  const waiting = afterCommits.get(tx)
  if (waiting) waiting.push(act)
  else act()
}

async function runOnce<T>(db: Db, act: (tx: Db) => Promise<T>): Promise<T> {
  const waiting: (() => void)[] = []
  const result = await db.transaction().execute((tx) => {
    afterCommits.set(tx, waiting)
    return act(tx)
  })
  for (const act of waiting) act()
  return result
}

/**
 * For the `from` of a statement that runs outside a transaction: its commit does not wait for the disk. Only for records
 * that a crash of PostgreSQL may lose, because the next attempt works without them.
 */
export const relaxedCommit = sql`(select set_config('synchronous_commit', 'off', true)) as relaxed_commit`
