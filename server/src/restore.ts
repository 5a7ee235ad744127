import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, readConfig } from './config.ts'
import { loadOrCreateSecretKey, writePrivateFile } from './data-folder.ts'
import {
  connectForMaintenance,
  createProgressBar,
  hasDatabase,
  printLine,
  runMaintenanceCommand,
} from './maintenance-cli.ts'
import { type VerifiedArchive, verifyArchive } from './platform/backup/archive.ts'
import { assertRestorable, restoreBackup } from './platform/backup/restore.ts'
import { StartupError } from './platform/errors.ts'
import { createKeyring } from './platform/secrets/keyring.ts'

// `parley restore`: restores an archive of `parley backup` into an empty database.
const { values: args, positionals } = parseArgs({
  options: { 'dry-run': { type: 'boolean' }, json: { type: 'boolean' } },
  allowPositionals: true,
})

async function restoreIntoDatabase(file: string, whole: VerifiedArchive): Promise<void> {
  const connection = await connectForMaintenance(process.env, printLine)
  try {
    await assertRestorable(connection.client, whole)
    if (!args['dry-run']) await restoreArchive(file, whole, connection)
  } finally {
    await connection.close()
  }
}

async function verifyWithProgress(file: string): Promise<VerifiedArchive> {
  const total = existsSync(file) ? statSync(file).size : 1
  const { update, clear } = createProgressBar('Verifying')
  return verifyArchive(file, (bytes) => update(Math.min(1, bytes / total))).finally(clear)
}

type RestoreTarget = Awaited<ReturnType<typeof connectForMaintenance>>

async function restoreArchive(
  file: string,
  { manifest, files }: VerifiedArchive,
  { client, config }: RestoreTarget,
): Promise<void> {
  const { update: progress, clear } = createProgressBar('Restoring')
  await restoreBackup(client, file, { manifest, progress }).finally(clear)
  for (const { name, content } of files) writePrivateFile(join(config.dataDir, name), content.toString())
}

/** Stored secrets can only be decrypted with the key of the backup; an existing key is not overwritten. */
function assertMatchingKeys({ dataDir, secretKey }: Config, { manifest, files }: VerifiedArchive): void {
  const isHere = secretKey !== undefined || existsSync(join(dataDir, 'keys/secret'))
  const isOther = isHere && manifest.secretKey !== createKeyring(loadOrCreateSecretKey(dataDir, secretKey)).fingerprint
  if (isOther && manifest.secretKey)
    throw new StartupError(
      'The backup was made with a different secret key than the current one (SECRET_KEY, or keys/secret in DATA_DIR): ' +
        'its stored secrets cannot be read. Set SECRET_KEY to the key used for the backup.',
    )
  const conflicting = files.find(({ name, content }) => {
    const path = join(dataDir, name)
    return existsSync(path) && !readFileSync(path).equals(content)
  })
  if (conflicting)
    throw new StartupError(
      `${join(dataDir, conflicting.name)} already exists and differs from the one in the backup: move it away.`,
    )
}

function printRestoreSummary({ manifest, files }: VerifiedArchive): void {
  const { madeAt, tables, migrations } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const isDry = args['dry-run'] === true
  if (args.json)
    process.stdout.write(
      `${JSON.stringify({ restored: !isDry, madeAt, rows, tables: tables.length, schema: migrations.at(-1)?.name })}\n`,
    )
  printLine(
    isDry
      ? `The archive is complete and can be restored: ${rows} rows in ${tables.length} tables, as of ${madeAt}. Nothing was written.`
      : `Restored: ${rows} rows in ${tables.length} tables, as of ${madeAt}.`,
  )
  if (isDry) return
  if (!files.some(({ name }) => name === 'keys/secret'))
    printLine('Start Parley with the SECRET_KEY of that time (or its keys/secret in DATA_DIR).')
  printLine('Messages sent since then would be sent again: start with REAL_SENDS=off and check first.')
}

await runMaintenanceCommand(async () => {
  const [named] = positionals
  if (!named) throw new StartupError('Which archive? For example: parley restore parley-backup-20300131T120000.tar.gz')
  const file = resolve(named)
  const whole = await verifyWithProgress(file)
  const config = readConfig(process.env)
  assertMatchingKeys(config, whole)
  if (!args['dry-run'] || hasDatabase(config)) await restoreIntoDatabase(file, whole)
  printRestoreSummary(whole)
})
