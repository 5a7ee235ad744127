import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type PooledFile, type PoolOptions, runPool } from './pool.ts'
import { formatFileLines } from './report.ts'
import type { FileResult } from './result.ts'
import { findScratchFolder } from './test-postgres.ts'

/** If more files fail than this, the code is broken, and rerunning them would only waste time. */
const maxRepeats = 8

/**
 * Reruns each failed file alone on the machine. A file that passes then is flaky: the failure still counts, and the
 * file is added to `.cache/flaky/list.txt`, with its output next to it.
 */
async function findFlaky(failed: readonly FileResult[], options: PoolOptions): Promise<FileResult[]> {
  if (failed.length === 0 || failed.length > maxRepeats) return []
  console.log('\nRunning the failed files once more, each alone, to tell flaky ones from broken ones.\n')
  const files = failed.map(({ file }): PooledFile => ({ file, ownProcess: true }))
  const repeatedResults = await runPool(files, {
    ...options,
    workers: 1,
    onResult: (result) => console.log(formatFileLines(result)),
  })
  const passed = new Set(repeatedResults.flatMap(({ file, failures }) => (failures.length === 0 ? [file] : [])))
  return failed.filter(({ file }) => passed.has(file))
}

export function recordFlaky(root: string, flaky: readonly FileResult[], now = new Date()): void {
  const folder = join(root, '.cache/flaky')
  mkdirSync(folder, { recursive: true })
  for (const result of flaky) {
    const log = `${now.toISOString().replaceAll(':', '')}-${result.file.replaceAll('/', '-')}.log`
    writeFileSync(join(folder, log), formatFileLines(result))
    appendFileSync(join(folder, 'list.txt'), `${now.toISOString()}  ${result.file}  ${log}\n`)
  }
}

export type SuiteResult = { results: FileResult[]; flaky: FileResult[] }

/** Runs test files in a temporary folder of their own, and cleans up their files and processes. */
export async function runSuite(files: readonly PooledFile[], options: PoolOptions): Promise<SuiteResult> {
  const folder = await realpath(await mkdtemp(join(await findScratchFolder(), 'parley-run-')))
  // The same mode as /tmp: tests of the embedded server run as another user there.
  await chmod(folder, 0o1777)
  const env = {
    ...options.env,
    // All temporary files go into one folder, so that everything of this run can be found and removed.
    TMPDIR: folder,
    // Node caches compiled code there: 1.3 instead of 3.2 s of CPU time to load the server.
    NODE_COMPILE_CACHE: join(options.root, '.cache/compiled'),
    // A runner inside a test would otherwise act as a child of that test.
    NODE_TEST_CONTEXT: undefined,
  }
  try {
    const results = await runPool(files, { ...options, env })
    const failed = results.filter(({ failures }) => failures.length > 0)
    return { results, flaky: await findFlaky(failed, { ...options, env }) }
  } finally {
    for (const command of await killLeftoverProcesses(folder))
      console.log(`A test left this process running: ${command.slice(0, 200)}`)
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Kills processes that tests left running, such as a server in its own session that a killed test could not stop: every
 * process whose command line contains this run's folder. Needs /proc; elsewhere it finds nothing.
 */
async function killLeftoverProcesses(folder: string): Promise<string[]> {
  const leftoverProcesses = findLeftovers(folder)
  for (const { pid } of leftoverProcesses) signal(pid, 'SIGQUIT')
  for (let attempts = 0; attempts < 20 && findLeftovers(folder).length > 0; attempts++) await sleep(100)
  for (const { pid } of findLeftovers(folder)) signal(pid, 'SIGKILL')
  return leftoverProcesses.map(({ command }) => command)
}

function findLeftovers(folder: string): { pid: number; command: string }[] {
  return processIds().flatMap((pid) => {
    const command = commandOf(pid)
    return pid !== process.pid && command.includes(`${folder}/`) ? [{ pid, command }] : []
  })
}

function processIds(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process ended in the meantime.
  }
}
