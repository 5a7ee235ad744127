import { lstat } from 'node:fs/promises'
import pg from 'pg'
import { StartupError } from '../../errors.ts'
import { isUnavailable } from '../errors.ts'
import { superuser } from './cluster.ts'
import type { Postmaster } from './postmaster.ts'

/** Application name of the connection by which a process signals its presence. */
export const presenceConnectionName = 'parley host'

/**
 * `localhost` is only a placeholder: a URL with a password needs a host, and `pg` and libpq prefer the one in the
 * query.
 */
export function connectionUrlOf({ port, socketFolder }: Postmaster, password: string, database: string): string {
  const url = new URL(`postgres://${superuser}:${password}@${socketFolder ? 'localhost' : '127.0.0.1'}:${port}`)
  url.pathname = `/${database}`
  if (socketFolder) url.searchParams.set('host', socketFolder)
  // Otherwise PGSSLMODE in the caller's environment could demand TLS, which this server does not have.
  url.searchParams.set('sslmode', 'disable')
  return url.href
}

/** Drops the socket folder if it is gone or has another owner (temporary folders get cleaned). */
export async function withVerifiedSocket(postmaster: Postmaster, owners: (number | undefined)[]): Promise<Postmaster> {
  const { socketFolder, ...rest } = postmaster
  if (!socketFolder) return rest
  const socket = await lstat(`${socketFolder}/.s.PGSQL.${rest.port}`).catch(() => undefined)
  const folder = await lstat(socketFolder).catch(() => undefined)
  const safe = socket && folder?.isDirectory() && owners.includes(folder.uid) && (folder.mode & 0o022) === 0
  return safe ? postmaster : rest
}

/** Returns a connection, or undefined while the server is starting, recovering or stopping. */
export async function tryConnect(url: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: presenceConnectionName,
  })
  client.on('error', () => {}) // the next query on it fails
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => {})
    if (isUnavailable(error)) return undefined
    throw loginError(error as { code?: string; message: string })
  }
}

/** Runs here and not in initdb, so that the next start completes one that was killed between the two. */
export async function createDatabaseIfMissing(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
  if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`)
}

function loginError({ code, message }: { code?: string; message: string }): StartupError {
  if (code === '28P01') {
    return new StartupError(
      'The password in keys/postgres does not match the database next to it. Restore the matching file from ' +
        'a backup, or move the data folder away to start with an empty database.',
    )
  }
  return new StartupError(`The embedded PostgreSQL is running, but rejects the login: ${message}.`)
}
