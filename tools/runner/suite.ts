import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFlaky } from './flaky.ts'
import { killLeftoverProcesses } from './leftovers.ts'
import { type PooledFile, type PoolOptions, runPool } from './pool.ts'
import type { FileResult } from './result.ts'

export type SuiteResult = { results: FileResult[]; flaky: FileResult[] }

/** Runs test files in a temporary folder of their own, and leaves neither files nor processes behind. */
export async function runSuite(files: readonly PooledFile[], options: PoolOptions): Promise<SuiteResult> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'parley-run-')))
  // As open as /tmp: tests of the embedded server act as another user there.
  await chmod(folder, 0o1777)
  const env = {
    ...options.env,
    // All temporary files go into one folder, by which everything that belongs to this run can be found and removed.
    TMPDIR: folder,
    // Node keeps compiled code there: 1.3 instead of 3.2 s of processor time to load the server.
    NODE_COMPILE_CACHE: join(options.root, '.cache/compiled'),
    // A runner inside a test would otherwise take itself for a child of that test.
    NODE_TEST_CONTEXT: undefined,
  }
  try {
    const results = await runPool(files, { ...options, env })
    const failed = results.filter(({ failures }) => failures.length > 0)
    return { results, flaky: await findFlaky(failed, { ...options, env }) }
  } finally {
    for (const command of await killLeftoverProcesses(folder))
      console.log(`A test left this running: ${command.slice(0, 200)}`)
    await rm(folder, { recursive: true, force: true })
  }
}
