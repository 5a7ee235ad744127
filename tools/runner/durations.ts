import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileResult } from './result.ts'
import type { TestFile } from './test-files.ts'

/** Duration and number of tests of each test file in a complete run; written by `npm run test:all -- --record`. */
export type Durations = Record<string, { seconds: number; tests: number }>

const path = new URL('durations.json', import.meta.url)

export function readDurations(): Durations {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** The quick run skips files that take longer than this, unless the file says `// Quick run too: …`. */
const mostQuickSeconds = 2.5

export function isSlow({ file, quickBecause }: TestFile, durations: Durations): boolean {
  return !quickBecause && (durations[file]?.seconds ?? 0) > mostQuickSeconds
}

/** Longest first, so that no process ends up alone with a long file; new files come first. */
export function sortLongestFirst<File extends { file: string }>(files: readonly File[], durations: Durations): File[] {
  const secondsOf = ({ file }: File) => durations[file]?.seconds ?? Number.POSITIVE_INFINITY
  return files.toSorted((a, b) => (secondsOf(b) === secondsOf(a) ? 0 : secondsOf(b) - secondsOf(a)))
}

/** Updates the files of this run and drops deleted ones. */
export function recordDurations(root: string, results: readonly FileResult[]): void {
  const measured = results.map(({ file, milliseconds, passed, failures, skips, leftToCompleteRun }) => {
    const tests = passed + failures.length + skips.length + leftToCompleteRun.length
    return [file, { seconds: Math.round(milliseconds / 100) / 10, tests }] as const
  })
  const known = Object.entries({ ...readDurations(), ...Object.fromEntries(measured) })
  const lines = known
    .filter(([file]) => existsSync(join(root, file)))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, entry]) => `  ${JSON.stringify(file)}: ${JSON.stringify(entry)}`)
  writeFileSync(path, `{\n${lines.join(',\n')}\n}\n`)
}
