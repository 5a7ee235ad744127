import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  connectForMaintenance,
  createProgressBar,
  formatMegabytes,
  printLine,
  runMaintenanceCommand,
} from './maintenance-cli.ts'
import type { BackupManifest } from './platform/backup/manifest.ts'
import { type BackupFile, writeBackup } from './platform/backup/write-backup.ts'
import { StartupError } from './platform/errors.ts'
import { version } from './platform/version.ts'

// `parley backup`: writes an archive of the whole database while it is in use.
const { values: args } = parseArgs({
  options: { out: { type: 'string' }, 'with-keys': { type: 'boolean' }, json: { type: 'boolean' } },
})

const keyFiles = ['keys/secret', 'credentials.json']

function readKeyFiles(dataDir: string): BackupFile[] {
  const there = keyFiles.filter((name) => existsSync(join(dataDir, name)))
  return there.map((name) => ({ name, content: readFileSync(join(dataDir, name)) }))
}

function printBackupSummary(file: string, { tables, files, migrations, madeAt }: BackupManifest): void {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const { size: bytes } = statSync(file)
  const schema = migrations.at(-1)?.name
  if (args.json)
    process.stdout.write(`${JSON.stringify({ file, bytes, rows, tables: tables.length, schema, madeAt })}\n`)
  printLine(`${file}: ${rows} rows in ${tables.length} tables, ${formatMegabytes(bytes)}.`)
  if (files.some(({ name }) => name === 'keys/secret'))
    printLine('The archive contains the secret key: anyone with this file can read every stored secret.')
  else
    printLine(
      'The archive does not contain the secret key. Store the key somewhere else: without it, the stored secrets in this backup cannot be read.',
    )
}

await runMaintenanceCommand(async () => {
  const now = new Date()
  const file = resolve(args.out ?? `parley-backup-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}.tar.gz`)
  if (existsSync(file)) throw new StartupError(`${file} already exists: choose another name with --out.`)
  const connection = await connectForMaintenance(process.env, printLine)
  const { update: progress, clear } = createProgressBar('Reading')
  try {
    const files = args['with-keys'] ? readKeyFiles(connection.config.dataDir) : []
    const manifest = await writeBackup(connection.client, file, { version, now, files, progress })
    clear()
    printBackupSummary(file, manifest)
  } finally {
    clear()
    await connection.close()
  }
})
