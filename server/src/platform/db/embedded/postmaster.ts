import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runPostgresProgram } from './run-program.ts'

/** The server process of a cluster, read from its `postmaster.pid`. */
export type Postmaster = { pid: number; port: number; socketFolder?: string; ready?: boolean }

/**
 * Returns the cluster's live server, including one that is starting or stopping; undefined if the file is absent, torn
 * or stale.
 */
export async function findLivePostmaster(cluster: string): Promise<Postmaster | undefined> {
  const pidFile = await readPidFile(cluster)
  return pidFile && (await isServingCluster(pidFile.pid, cluster)) ? pidFile : undefined
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * PostgreSQL itself replaces the file of a dead process, unless another program has reused that pid. Writing our own
 * pid solves this: PostgreSQL knows that its parent is not a server, and it still checks whether an orphan of the old
 * server uses the shared memory. Removing the file would skip that check.
 */
export async function overwriteStalePidFile(cluster: string): Promise<void> {
  const file = pidFilePath(cluster)
  const text = await readText(file)
  if (text === undefined) return
  const pidFile = parsePidFile(text)
  if (!pidFile) await rm(file, { force: true })
  else if (isRunning(pidFile.pid) && !(await isServingCluster(pidFile.pid, cluster))) {
    await writeFile(file, text.replace(/^-?\d+/, String(process.pid)))
  }
}

/** Lines: pid, data folder, start time, port, socket folder, address, shared memory key, status. */
export function parsePidFile(text: string): Postmaster | undefined {
  const lines = text.split('\n').map((line) => line.trim())
  // A single-user server writes its pid with a minus sign.
  const pid = Math.abs(Number(lines[0]))
  if (!Number.isInteger(pid) || pid === 0) return undefined
  return { pid, port: Number(lines[3]), socketFolder: lines[4] || undefined, ready: lines[7] === 'ready' }
}

async function readPidFile(cluster: string): Promise<Postmaster | undefined> {
  const text = await readText(pidFilePath(cluster))
  return text === undefined ? undefined : parsePidFile(text)
}

/**
 * A server's working directory is its cluster's folder from before it writes its pid until it exits, even if the folder
 * moves.
 */
export async function isServingCluster(pid: number, cluster: string): Promise<boolean> {
  if (!isRunning(pid)) return false
  if (process.platform === 'win32') return true
  if (process.platform !== 'linux')
    return /postgres/.test((await runPostgresProgram('ps', ['-o', 'comm=', '-p', `${pid}`])).output)
  try {
    const [itsFolder, folder] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(cluster)])
    return itsFolder.ino === folder.ino && itsFolder.dev === folder.dev
  } catch (error) {
    // Root in a container may not inspect another user's process, but may read its command line.
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') return false
    const command = (await readText(`/proc/${pid}/cmdline`)) ?? ''
    return command.split('\0').includes(cluster)
  }
}

function pidFilePath(cluster: string): string {
  return join(cluster, 'postmaster.pid')
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
