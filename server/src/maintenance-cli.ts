import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Config, ConfigError, readConfig } from './config.ts'
import { prepareDataFolder } from './data-folder.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/db/embedded/embedded.ts'
import { StartupError } from './platform/errors.ts'

/** Shared by `backup.ts`, `restore.ts` and `upgrade.ts`: messages for people go to stderr, output for programs to stdout. */

export const printLine = (sentence: string): void => void process.stderr.write(`  ${sentence}\n`)

export const formatMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

const barWidth = 30

/** An animated progress bar, shown only on a terminal. */
export function createProgressBar(doing: string): { update(share: number, what?: string): void; clear(): void } {
  const { stderr } = process
  let lastText = ''
  const draw = (text: string) => {
    if (!stderr.isTTY || text === lastText) return
    lastText = text
    stderr.write(`\r\x1b[K${text}`)
  }
  return {
    update(share, what = '') {
      const full = Math.round(share * barWidth)
      const line = `  ${doing} ${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${Math.floor(share * 100)} % ${what}`
      draw(line.slice(0, (stderr.columns || 80) - 1))
    },
    clear: () => draw(''),
  }
}

/**
 * Runs a command; on failure prints the error and sets the exit code to 1. Expected errors print only their message.
 */
export async function runMaintenanceCommand(act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    const isExpected = error instanceof StartupError || error instanceof ConfigError
    process.stderr.write(
      isExpected ? `\n  ${error.message}\n\n` : `\n  ${error instanceof Error ? error.stack : error}\n`,
    )
    process.exitCode = 1
  }
}

/** A data folder without a database counts as empty, without creating one to check. */
export const hasDatabase = ({ databaseUrl, dataDir }: Config): boolean =>
  databaseUrl !== undefined || existsSync(join(dataDir, 'postgres'))

/** A connection for maintenance: runs no migrations and has no statement timeout. */
export type MaintenanceConnection = { config: Config; url: string; client: pg.Client; close(): Promise<void> }

export async function connectForMaintenance(
  env: NodeJS.ProcessEnv,
  note: (sentence: string) => void,
): Promise<MaintenanceConnection> {
  const config = readConfig(env)
  prepareDataFolder(config.dataDir)
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: config.dataDir, onProgress: note })
  const url = config.databaseDirectUrl ?? config.databaseUrl ?? (embedded as EmbeddedPostgres).url
  const client = new pg.Client({ connectionString: url, keepAlive: true })
  // A broken connection already fails the query in progress; ignore the duplicate event.
  client.on('error', () => {})
  const close = async () => {
    await client.end().catch(() => {})
    await embedded?.stop()
  }
  try {
    await client.connect()
  } catch (error) {
    await close()
    throw error
  }
  return { config, url, client, close }
}
