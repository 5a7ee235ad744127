/** Result of one test file. The worker builds it, the pool forwards it, the report prints it. */
export type FileResult = {
  file: string
  passed: number
  failures: FileFailure[]
  skips: Skip[]
  /** Names of the tests that the quick run left to the complete run. */
  leftToCompleteRun: string[]
  milliseconds: number
  /** CPU time of the file's process and its children, without the shared database server; only where /proc exists. */
  processorSeconds?: number
  /** Output of the file and its child processes; retained only for a failed file. */
  output: string
}

export type FileFailure = { name: string; location: string; reason: string }
export type Skip = { name: string; reason: string }
export type TestCounts = { passed: number; failed: number; skipped: number }

export function createEmptyResult(file: string): FileResult {
  return { file, passed: 0, failures: [], skips: [], leftToCompleteRun: [], milliseconds: 0, output: '' }
}

export function sumTestCounts(results: readonly FileResult[]): TestCounts {
  return sumCounts(
    results.map(({ passed, failures, skips }) => ({ passed, failed: failures.length, skipped: skips.length })),
  )
}

export function sumCounts(counts: readonly TestCounts[]): TestCounts {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const count of counts) {
    total.passed += count.passed
    total.failed += count.failed
    total.skipped += count.skipped
  }
  return total
}

export function formatClosingLine({ passed, failed, skipped }: TestCounts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

export function formatElapsed(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}

export function pluralize(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
