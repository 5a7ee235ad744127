import { type RawBuilder, sql } from 'kysely'
import type { PageRange } from '../pages.ts'

/** The time of a row to the microsecond, which a Date cannot represent. */
export const exactTimestamp = sql`to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Newest first. Each of `scans` is a condition that an index answers in this order, however rare its matches are. */
export function selectNewest(
  from: { table: 'traffic' | 'agent_logs'; columns: RawBuilder<unknown>; where: RawBuilder<unknown> },
  scans: readonly RawBuilder<unknown>[],
  { window, after, most }: PageRange,
): RawBuilder<unknown> {
  const inOrder = sql`order by at desc, entry desc limit ${most}`
  const within = sql`at >= ${window.start} and at < ${window.end} ${
    after ? sql`and (at, entry) < (${after.at}::timestamptz, ${after.entry}::bigint)` : sql``
  }`
  const scanned = scans.map(
    (scan) => sql`(
      select ${from.columns}, at, entry from ${sql.table(from.table)}
       where ${from.where} and ${scan} and ${within} ${inOrder})`,
  )
  return sql`
    select *, ${exactTimestamp} as exactly from (${sql.join(scanned, sql` union all `)}) as found ${inOrder}`
}
