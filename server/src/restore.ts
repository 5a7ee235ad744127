import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, readConfig } from './config.ts'
import { bar, copying, say } from './copying.ts'
import { secretKeyOf, writePrivately } from './data-folder.ts'
import { reachDatabase } from './database-place.ts'
import { verifyArchive, type Whole } from './platform/backup/archive.ts'
import { checkRestore, restoreBackup } from './platform/backup/restore.ts'
import { CannotStart } from './platform/cannot-start.ts'
import { keyringOf } from './platform/secrets/keyring.ts'

// parley restore: an archive of `parley backup` into an empty database.
const { values: asked, positionals } = parseArgs({
  options: { 'dry-run': { type: 'boolean' }, json: { type: 'boolean' } },
  allowPositionals: true,
})

/** A folder without a database needs none made to be found empty. */
const isThere = ({ databaseUrl, dataDir }: Config): boolean =>
  databaseUrl !== undefined || existsSync(join(dataDir, 'postgres'))

async function intoDatabase(file: string, whole: Whole): Promise<void> {
  const place = await reachDatabase(process.env, say)
  try {
    await checkRestore(place.client, whole)
    if (!asked['dry-run']) await restored(file, whole, place)
  } finally {
    await place.leave()
  }
}

async function verified(file: string): Promise<Whole> {
  const total = existsSync(file) ? statSync(file).size : 1
  const { at, done } = bar('Verifying')
  return verifyArchive(file, (bytes) => at(Math.min(1, bytes / total))).finally(done)
}

type Place = Awaited<ReturnType<typeof reachDatabase>>

async function restored(file: string, { manifest, files }: Whole, { client, config }: Place): Promise<void> {
  const { at: progress, done } = bar('Restoring')
  await restoreBackup(client, file, { manifest, progress }).finally(done)
  for (const { name, content } of files) writePrivately(join(config.dataDir, name), content.toString())
}

/** Stored secrets can be read by the key of the backup alone; one that is here already is not overwritten. */
function refuseOtherKeys({ dataDir, secretKey }: Config, { manifest, files }: Whole): void {
  const isHere = secretKey !== undefined || existsSync(join(dataDir, 'keys/secret'))
  const isOther = isHere && manifest.secretKey !== keyringOf(secretKeyOf(dataDir, secretKey)).fingerprint
  if (isOther && manifest.secretKey)
    throw new CannotStart(
      'The backup was made with another secret key than the one that is here (SECRET_KEY, or keys/secret in DATA_DIR): ' +
        'its stored secrets could not be read. Set SECRET_KEY to the one in use then.',
    )
  const taken = files.find(({ name, content }) => {
    const kept = join(dataDir, name)
    return existsSync(kept) && !readFileSync(kept).equals(content)
  })
  if (taken)
    throw new CannotStart(
      `${join(dataDir, taken.name)} is there already, and another one than in the backup: move it away.`,
    )
}

function tell({ manifest, files }: Whole): void {
  const { madeAt, tables, migrations } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const isDry = asked['dry-run'] === true
  if (asked.json)
    process.stdout.write(
      `${JSON.stringify({ restored: !isDry, madeAt, rows, tables: tables.length, schema: migrations.at(-1)?.name })}\n`,
    )
  say(
    isDry
      ? `The archive is whole, and would be restored: ${rows} rows of ${tables.length} tables, as of ${madeAt}. Nothing was written.`
      : `Restored: ${rows} rows of ${tables.length} tables, as of ${madeAt}.`,
  )
  if (isDry) return
  if (!files.some(({ name }) => name === 'keys/secret'))
    say('Start Parley with the SECRET_KEY in use then (or its keys/secret in DATA_DIR).')
  say('What was sent since then would be sent again: start with REAL_SENDS=off, and look first.')
}

await copying(async () => {
  const [named] = positionals
  if (!named) throw new CannotStart('Which archive? For example: parley restore parley-backup-20300131T120000.tar.gz')
  const file = resolve(named)
  const whole = await verified(file)
  const config = readConfig(process.env)
  refuseOtherKeys(config, whole)
  if (!asked['dry-run'] || isThere(config)) await intoDatabase(file, whole)
  tell(whole)
})
