import { countRemainingWork } from '../../faults/drain.ts'
import type { Query } from '../../faults/environment/environment.ts'

export type TableStats = { bytes: number; live: number; dead: number }
export type DatabaseStats = {
  bytes: number
  connections: number
  /** Rows that wait for a worker, by table. */
  backlog: Record<string, number>
  /** Partitions count toward their parent table. */
  tables: Record<string, TableStats>
}

const tableSizesSql = `
  select coalesce(parent.relname, own.relname) as name, sum(pg_total_relation_size(stat.relid))::float8 as bytes,
         sum(n_live_tup)::float8 as live, sum(n_dead_tup)::float8 as dead
    from pg_stat_user_tables as stat
    join pg_class as own on own.oid = stat.relid
    left join pg_inherits on inhrelid = stat.relid
    left join pg_class as parent on parent.oid = inhparent
   group by 1`

export async function readDatabaseStats(query: Query): Promise<DatabaseStats> {
  const [totals] = await query<{ bytes: number; connections: number }>(
    `select pg_database_size(current_database())::float8 as bytes,
            (select count(*)::int from pg_stat_activity where datname = current_database()) as connections`,
  )
  const tables = await query<TableStats & { name: string }>(tableSizesSql)
  return {
    bytes: totals?.bytes ?? 0,
    connections: totals?.connections ?? 0,
    backlog: await countRemainingWork(query),
    tables: Object.fromEntries(tables.map(({ name, ...table }) => [name, table])),
  }
}
