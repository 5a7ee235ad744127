import { globSync } from 'node:fs'
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { grouped, runnables } from './groups.ts'
import { endLeftovers } from './leftovers.ts'
import { run } from './processes.ts'
import type { Tally } from './stages.ts'

const folders = ['packages', 'server', 'cli', 'console', 'tools', 'bench', 'fuzz', 'faults', 'load', 'e2e']
/** For a test that hangs, not for one that is slow. */
const longestMinutes = 5

export function testFiles(root: string, only = ''): string[] {
  const exclude = (path: string) => path.split('/').includes('node_modules')
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.test.ts`, { cwd: root, exclude }))
    .filter((file) => file.includes(only))
    .sort()
}

export type SuiteOptions = {
  root: string
  files: string[]
  env: Record<string, string | undefined>
  stdio?: 'inherit' | 'pipe'
  /** How many processes at once; one more than there are cores unless said. With one, no two files share it. */
  atOnce?: number
}

/** Runs test files with `node --test`; `output` is what it printed, unless it printed for itself. */
export async function runSuite({
  root,
  files,
  env,
  stdio = 'inherit',
  atOnce = availableParallelism() + 1,
}: SuiteOptions): Promise<Tally & { output: string; failures: string[] }> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'parley-run-')))
  // As open as /tmp: tests of the embedded server act as another user there.
  await chmod(folder, 0o1777)
  const counts = join(folder, 'counts.json')
  // Each process loads most of the server. Node keeps what it compiled there, keyed by the source: 1.3
  // instead of 3.2 s of processor for each of them.
  const cache = join(root, '.cache/compiled')
  // A runner inside a test would otherwise take itself for that test's child. All temporary files go into one folder,
  // by which everything that belongs to this run can be found and removed.
  const ownEnv = { ...process.env, ...env, NODE_TEST_CONTEXT: undefined, TMPDIR: folder, NODE_COMPILE_CACHE: cache }
  try {
    const groups = atOnce === 1 ? files.map((file) => [file]) : grouped(root, files)
    const args = ['--test', ...switches(counts, atOnce), ...(await runnables(root, groups, folder))]
    const { code, output } = await run(process.execPath, args, {
      cwd: root,
      env: ownEnv,
      stdio: ['ignore', stdio, stdio],
    })
    const tally: Tally & { failures: string[] } = JSON.parse(
      (await readFile(counts, 'utf8').catch(() => '')) || '{"passed":0,"failed":1,"skipped":0,"failures":[]}',
    )
    // Whatever made node unhappy without a failed test is a failure too.
    const failed = code === 0 ? tally.failed : Math.max(tally.failed, 1)
    return { ...tally, failed, output }
  } finally {
    for (const command of await endLeftovers(folder)) console.log(`A test left this running: ${command.slice(0, 200)}`)
    await rm(folder, { recursive: true, force: true })
  }
}

function switches(counts: string, atOnce: number): string[] {
  const compact = new URL('compact-reporter.ts', import.meta.url).href
  const reporter = process.stdout.isTTY && !process.env.CI ? 'spec' : compact
  return [
    // Tests wait for the database a good deal, so one more than there are cores.
    `--test-concurrency=${atOnce}`,
    `--test-timeout=${longestMinutes * 60_000}`,
    `--test-reporter=${reporter}`,
    '--test-reporter-destination=stdout',
    `--test-reporter=${new URL('counts-reporter.ts', import.meta.url).href}`,
    `--test-reporter-destination=${counts}`,
  ]
}
