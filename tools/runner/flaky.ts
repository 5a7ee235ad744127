import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type PooledFile, type PoolOptions, runPool } from './pool.ts'
import { fileLines } from './report.ts'
import type { FileResult } from './result.ts'

/** If more files fail than this, the code is broken, and rerunning them would only waste time. */
const mostRepeats = 8

/**
 * Reruns each failed file alone on the machine. A file that passes then is flaky: the failure still counts, and the
 * file is added to `.cache/flaky/list.txt`, with its output next to it.
 */
export async function findFlaky(failed: readonly FileResult[], options: PoolOptions): Promise<FileResult[]> {
  if (failed.length === 0 || failed.length > mostRepeats) return []
  console.log('\nRunning the failed files once more, each alone, to tell flaky ones from broken ones.\n')
  const files = failed.map(({ file }): PooledFile => ({ file, ownProcess: true }))
  const again = await runPool(files, { ...options, workers: 1, onResult: (result) => console.log(fileLines(result)) })
  const passed = new Set(again.flatMap(({ file, failures }) => (failures.length === 0 ? [file] : [])))
  return failed.filter(({ file }) => passed.has(file))
}

export function recordFlaky(root: string, flaky: readonly FileResult[], now = new Date()): void {
  const folder = join(root, '.cache/flaky')
  mkdirSync(folder, { recursive: true })
  for (const result of flaky) {
    const log = `${now.toISOString().replaceAll(':', '')}-${result.file.replaceAll('/', '-')}.log`
    writeFileSync(join(folder, log), fileLines(result))
    appendFileSync(join(folder, 'list.txt'), `${now.toISOString()}  ${result.file}  ${log}\n`)
  }
}
