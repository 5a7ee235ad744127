// Helpers for the tests of this folder: data folders that clean up after themselves, and other processes.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, realpath, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { findLivePostmaster } from './postmaster.ts'
import { nobodyUser } from './run-program.ts'

export const starterFixture = fileURLToPath(new URL('./embedded.fixture.ts', import.meta.url))
const sharedHome = '/var/lib/parley'

/** Skips the test, or fails it where every prerequisite is required. */
export function skipForMissing(t: TestContext, reason: string): void {
  if (process.env.REQUIRE_ALL) assert.fail(reason)
  t.skip(reason)
}

/** Returns a path for a data folder. Its server and files are removed when the test ends, even if it fails. */
export async function scratchDataDir(t: TestContext, ...below: string[]): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'embedded-test-')))
  const dataDir = join(folder, ...below)
  t.after(async () => {
    const cluster = await realpath(join(dataDir, 'postgres')).catch(() => undefined)
    if (cluster) await stopServerOf(cluster)
    if (cluster?.startsWith(sharedHome)) await rm(cluster, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    await rmdir(sharedHome).catch(() => {})
  })
  return dataDir
}

async function stopServerOf(cluster: string): Promise<void> {
  const live = await findLivePostmaster(cluster)
  if (!live) return
  await killServer(live.pid)
  if (live.socketFolder) await rm(live.socketFolder, { recursive: true, force: true })
}

/**
 * Kills the postmaster as a power cut would; with `children: false` its child processes are left to notice by
 * themselves.
 */
export async function killServer(pid: number, { children = true } = {}): Promise<void> {
  process.kill(pid, 'SIGSTOP')
  const family = children ? [pid, ...(await childrenOf(pid))] : [pid]
  for (const one of family) process.kill(one, 'SIGKILL')
}

async function childrenOf(parent: number): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    const status = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : ''
    if (Number(status.split(') ')[1]?.split(' ')[1]) === parent) found.push(Number(name))
  }
  return found
}

export type StarterReport = { url: string; pid: number; startedHere: boolean; error?: string }
export type Starter = { child: ChildProcess; report: Promise<StarterReport>; stop(): Promise<void> }
export type StarterOptions = { uid?: number; gid?: number; env?: NodeJS.ProcessEnv; prefix?: string[] }

export function spawnStarter(
  t: TestContext,
  dataDir: string,
  { prefix = [], ...options }: StarterOptions = {},
): Starter {
  const [program = '', ...args] = [...prefix, process.execPath, starterFixture, dataDir]
  const child = spawn(program, args, { ...options, cwd: '/', stdio: ['pipe', 'pipe', 'inherit'] })
  t.after(() => child.kill('SIGKILL'))
  const report = once(createInterface(child.stdout), 'line').then(([line]) => JSON.parse(line) as StarterReport)
  report.catch(() => {})
  return {
    child,
    report,
    async stop() {
      const ended = once(child, 'exit')
      child.stdin.write('stop\n')
      await ended
    },
  }
}

/** Returns why this machine cannot run the fixture as nobody, or undefined if it can. */
export function findUnprivilegedUserProblem(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root can become another user'
  const { uid, gid } = nobodyUser()
  const options = { uid, gid, cwd: '/' }
  const { status } = spawnSync(
    process.execPath,
    ['-e', `require('fs').readFileSync(${JSON.stringify(starterFixture)})`],
    options,
  )
  return status === 0 ? undefined : `the user nobody cannot read ${starterFixture}`
}

export async function queryOnce<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

export async function isReachable(url: string): Promise<boolean> {
  return queryOnce(url, 'select 1').then(
    () => true,
    () => false,
  )
}
