import { parseArgs } from 'node:util'
import pg from 'pg'
import { readConfig } from './config.ts'
import {
  connectForMaintenance,
  formatMegabytes,
  hasDatabase,
  type MaintenanceConnection,
  printLine,
  runMaintenanceCommand,
} from './maintenance-cli.ts'
import { migrate, readMigrations } from './platform/db/migrate.ts'
import { type PlannedStep, planUpgrade, type UpgradePlan } from './platform/db/upgrade/upgrade-plan.ts'
import { StartupError } from './platform/errors.ts'

// `parley upgrade`: applies the migrations that a start would apply, or says what they would do.
const { values: args } = parseArgs({ options: { 'dry-run': { type: 'boolean' }, json: { type: 'boolean' } } })

/** Shorter steps are not worth a line. */
const shortestStep = 0.05

const workTexts: Record<PlannedStep['work'], (table: string) => string> = {
  definition: (table) => `changes the definition of ${table}`,
  scan: (table) => `checks ${table}`,
  index: (table) => `builds an index on ${table}`,
  change: (table) => `changes rows of ${table}`,
  rewrite: (table) => `rewrites ${table}`,
}

function formatSeconds(seconds: number): string {
  if (seconds < 1) return 'less than a second'
  if (seconds < 90) return `about ${Math.ceil(seconds)} s`
  return seconds < 5_400 ? `about ${Math.ceil(seconds / 60)} min` : `about ${(seconds / 3_600).toFixed(1)} h`
}

function printPlan({ current, target, pending, seconds, database }: UpgradePlan): void {
  printLine(`PostgreSQL ${database.version}, ${formatMegabytes(database.bytes)}.`)
  if (pending.length === 0) printLine(`The database is up to date: ${current ?? target}.`)
  else printPendingMigrations({ current, pending, seconds })
}

function printPendingMigrations({
  current,
  pending,
  seconds,
}: Pick<UpgradePlan, 'current' | 'pending' | 'seconds'>): void {
  printLine(`The newest migration of the database is ${current ?? 'none'}. An upgrade applies ${pending.length}:`)
  for (const migration of pending) {
    printLine(`${migration.name}: ${migration.summary}`)
    for (const { work, tables, rows, seconds } of migration.steps.filter((step) => step.seconds >= shortestStep))
      printLine(`  ${workTexts[work](tables[0] ?? '')}, ${rows.toLocaleString('en')} rows: ${formatSeconds(seconds)}`)
  }
  printLine(`Parley is down for ${formatSeconds(seconds)}, as measured with 20,000 rows on this database.`)
  printLine('This is a rough estimate. To measure the time, upgrade a restored backup.')
}

async function upgrade({ url }: MaintenanceConnection): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  pool.on('error', () => {})
  const applied: string[] = []
  let startedAt = performance.now()
  try {
    await migrate(pool, readMigrations(), ({ name }) => {
      printLine(`${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
      startedAt = performance.now()
      applied.push(name)
    })
  } finally {
    await pool.end()
  }
  return applied
}

async function run(connection: MaintenanceConnection): Promise<void> {
  const plan = await planUpgrade(connection.client, readMigrations()).catch((error: Error) => {
    throw new StartupError(error.message)
  })
  if (args['dry-run'] || !args.json) printPlan(plan)
  const applied = args['dry-run'] ? [] : await upgrade(connection)
  if (applied.length > 0) printLine(`Upgraded to ${plan.target}. Start Parley.`)
  printJson({ ...plan, applied })
}

function printJson({ pending, ...plan }: UpgradePlan & { applied: string[] }): void {
  if (!args.json) return
  const withoutTexts = pending.map(({ steps, ...migration }) => ({
    ...migration,
    steps: steps.filter(({ work }) => work !== 'definition').map(({ statement, ...step }) => step),
  }))
  process.stdout.write(`${JSON.stringify({ ...plan, pending: withoutTexts })}\n`)
}

await runMaintenanceCommand(async () => {
  if (!hasDatabase(readConfig(process.env)))
    throw new StartupError(
      'There is no database yet: `parley start` creates it. Set DATA_DIR or DATABASE_URL to yours.',
    )
  const connection = await connectForMaintenance(process.env, printLine)
  await run(connection).finally(connection.close)
})
