import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { bar, copying, megabytes, say } from './copying.ts'
import { reachDatabase } from './database-place.ts'
import type { Manifest } from './platform/backup/manifest.ts'
import { type KeptFile, writeBackup } from './platform/backup/write.ts'
import { CannotStart } from './platform/cannot-start.ts'
import { version } from './version.ts'

// parley backup: an archive of the whole database, while it is in use.
const { values: asked } = parseArgs({
  options: { out: { type: 'string' }, 'with-keys': { type: 'boolean' }, json: { type: 'boolean' } },
})

const keyFiles = ['keys/secret', 'credentials.json']

function keysIn(dataDir: string): KeptFile[] {
  const there = keyFiles.filter((name) => existsSync(join(dataDir, name)))
  return there.map((name) => ({ name, content: readFileSync(join(dataDir, name)) }))
}

function tell(file: string, { tables, files, migrations, madeAt }: Manifest): void {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const { size: bytes } = statSync(file)
  const schema = migrations.at(-1)?.name
  if (asked.json)
    process.stdout.write(`${JSON.stringify({ file, bytes, rows, tables: tables.length, schema, madeAt })}\n`)
  say(`${file}: ${rows} rows of ${tables.length} tables, ${megabytes(bytes)}.`)
  if (files.some(({ name }) => name === 'keys/secret'))
    say('The secret key is in it: whoever has this file can read every stored secret.')
  else
    say('The secret key is not in it. Keep it elsewhere: without it the stored secrets of this backup cannot be read.')
}

await copying(async () => {
  const now = new Date()
  const file = resolve(asked.out ?? `parley-backup-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}.tar.gz`)
  if (existsSync(file)) throw new CannotStart(`${file} is there already: choose another name with --out.`)
  const place = await reachDatabase(process.env, say)
  const { at: progress, done } = bar('Reading')
  try {
    const files = asked['with-keys'] ? keysIn(place.config.dataDir) : []
    const manifest = await writeBackup(place.client, file, { version, now, files, progress })
    done()
    tell(file, manifest)
  } finally {
    done()
    await place.leave()
  }
})
