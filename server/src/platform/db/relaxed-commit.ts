import { sql } from 'kysely'

/**
 * For the `from` of a statement that runs outside a transaction: its commit does not wait for the disk. Only for records
 * that a crash of PostgreSQL may lose, because the next attempt works without them.
 */
export const relaxedCommit = sql`(select set_config('synchronous_commit', 'off', true)) as relaxed_commit`
