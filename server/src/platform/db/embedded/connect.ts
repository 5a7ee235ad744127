import { lstat } from 'node:fs/promises'
import pg from 'pg'
import { StartupError } from '../../startup-error.ts'
import { isUnavailable } from '../errors.ts'
import { superuser } from './cluster.ts'
import type { Postmaster } from './postmaster.ts'

/** What the connection is called by which a process says that it is here. */
export const presenceConnectionName = 'parley host'

/** `localhost` is there because a URL with a password needs a host; `pg` and libpq prefer the one in the query. */
export function connectionUrlOf({ port, socketFolder }: Postmaster, password: string, database: string): string {
  const url = new URL(`postgres://${superuser}:${password}@${socketFolder ? 'localhost' : '127.0.0.1'}:${port}`)
  url.pathname = `/${database}`
  if (socketFolder) url.searchParams.set('host', socketFolder)
  // Else PGSSLMODE in the caller's environment would ask this server for what it does not have.
  url.searchParams.set('sslmode', 'disable')
  return url.href
}

/** The postmaster without its socket when that is gone or in strange hands (temporary folders get cleaned). */
export async function withVerifiedSocket(postmaster: Postmaster, owners: (number | undefined)[]): Promise<Postmaster> {
  const { socketFolder, ...rest } = postmaster
  if (!socketFolder) return rest
  const socket = await lstat(`${socketFolder}/.s.PGSQL.${rest.port}`).catch(() => undefined)
  const folder = await lstat(socketFolder).catch(() => undefined)
  const safe = socket && folder?.isDirectory() && owners.includes(folder.uid) && (folder.mode & 0o022) === 0
  return safe ? postmaster : rest
}

/** A connection, or undefined while the server cannot give one: it is starting, recovering or stopping. */
export async function tryConnect(url: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: presenceConnectionName,
  })
  client.on('error', () => {}) // whoever uses it next will notice
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => {})
    if (isUnavailable(error)) return undefined
    throw loginError(error as { code?: string; message: string })
  }
}

/** Made here and not by initdb, so that a start killed between the two is completed by the next one. */
export async function createDatabaseIfMissing(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
  if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`)
}

function loginError({ code, message }: { code?: string; message: string }): StartupError {
  if (code === '28P01') {
    return new StartupError(
      'The password in keys/postgres does not open the database beside it. Restore the file that belongs to it from ' +
        'a backup, or move the data folder away to begin with an empty database.',
    )
  }
  return new StartupError(`The embedded PostgreSQL runs, but refuses the login: ${message}.`)
}
