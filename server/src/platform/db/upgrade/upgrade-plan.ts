import type { ClientBase } from 'pg'
import { type Migration, readPendingMigrations } from '../migrate.ts'
import { type MigrationStep, readMigrationSteps, readMigrationSummary, TableNames } from './migration-steps.ts'

/** A step that takes time, because it reads or writes the rows of tables. */
export type PlannedStep = MigrationStep & { rows: number; seconds: number }
export type PlannedMigration = { name: string; summary: string; steps: PlannedStep[]; seconds: number }

/** What an upgrade of this database would do, and how long it would take. */
export type UpgradePlan = {
  /** The newest migration that the database has; undefined for a new database. */
  current?: string
  target: string
  pending: PlannedMigration[]
  /** Without the time of the catalog changes. */
  seconds: number
  database: { version: string; bytes: number }
}

/** Seconds for one row on this database. */
export type RowCosts = { scan: number; index: number; change: number; rewrite: number }

type TableSize = { rows: number; indexes: number }

/** Reads sizes from the catalog and measures the speed of this database; changes nothing. */
export async function planUpgrade(client: ClientBase, migrations: Migration[]): Promise<UpgradePlan> {
  const { applied, pending } = await readPendingMigrations(client, migrations)
  const sizes = await readTableSizes(client)
  const costs = pending.length > 0 ? await measureRowCosts(client) : { scan: 0, index: 0, change: 0, rewrite: 0 }
  const names = new TableNames()
  const planned = pending.map((migration) => planMigration(migration, { names, sizes, costs }))
  const { rows } = await client.query<UpgradePlan['database']>(
    `select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes`,
  )
  return {
    current: applied.at(-1),
    target: migrations.at(-1)?.name ?? '',
    pending: planned,
    seconds: sum(planned.map(({ seconds }) => seconds)),
    database: rows[0] as UpgradePlan['database'],
  }
}

type Estimation = { names: TableNames; sizes: Map<string, TableSize>; costs: RowCosts }

function planMigration({ name, sql }: Migration, { names, sizes, costs }: Estimation): PlannedMigration {
  const steps = readMigrationSteps(sql, names).map((step) => {
    const found = step.tables.map((table) => sizes.get(table) ?? { rows: 0, indexes: 0 })
    const rows = step.work === 'definition' ? 0 : Math.max(0, ...found.map((size) => size.rows))
    return { ...step, rows, seconds: estimateSeconds(step, { rows, indexes: found[0]?.indexes ?? 0 }, costs) }
  })
  return { name, summary: readMigrationSummary(sql), steps, seconds: sum(steps.map(({ seconds }) => seconds)) }
}

export function estimateSeconds({ work }: Pick<MigrationStep, 'work'>, size: TableSize, costs: RowCosts): number {
  const { rows, indexes } = size
  switch (work) {
    case 'definition':
      return 0
    case 'scan':
      return rows * costs.scan
    case 'index':
      return rows * costs.index
    case 'change':
      return rows * (costs.change + indexes * costs.index)
    case 'rewrite':
      return rows * (costs.rewrite + indexes * costs.index)
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** As the statistics say; for a table without statistics, from its size and a row of 200 bytes. */
async function readTableSizes(client: ClientBase): Promise<Map<string, TableSize>> {
  const { rows } = await client.query<TableSize & { name: string }>(`
    select root.relname as name,
           sum(case when leaf.relkind = 'p' then 0
                    when leaf.reltuples >= 0 then leaf.reltuples
                    else pg_relation_size(leaf.oid) / 200 end)::float8 as rows,
           (select count(*) from pg_index where indrelid = root.oid)::int as indexes
      from pg_class as root
     cross join lateral (select root.oid as relid union select relid from pg_partition_tree(root.oid)) as part
      join pg_class as leaf on leaf.oid = part.relid
     where root.relnamespace = 'public'::regnamespace and root.relkind in ('r', 'p')
     group by root.oid, root.relname`)
  return new Map(rows.map(({ name, ...size }) => [name, { ...size, rows: Math.round(size.rows) }]))
}

const measuredRows = 20_000

/** Times the work on rows of 200 bytes in a table of its own, in a transaction that is rolled back. */
export async function measureRowCosts(client: ClientBase): Promise<RowCosts> {
  const time = async (statement: string): Promise<number> => {
    const startedAt = performance.now()
    await client.query(statement)
    return (performance.now() - startedAt) / 1000 / measuredRows
  }
  await client.query('begin')
  try {
    await client.query('create table upgrade_measurement (id bigint not null, name text not null, data text not null)')
    const rewrite = await time(
      `insert into upgrade_measurement select n, md5(n::text), repeat('x', 120) from generate_series(1, ${measuredRows}) as n`,
    )
    const scan = await time(`alter table upgrade_measurement add check (name <> '' and id > 0)`)
    const index = await time('create index upgrade_measurement_by_name on upgrade_measurement (name, id)')
    const change = await time('update upgrade_measurement set data = data || id')
    return { scan, index, change, rewrite }
  } finally {
    await client.query('rollback')
  }
}
