/** What one test file came to. The worker builds it, the pool passes it on, the report prints it. */
export type FileResult = {
  file: string
  passed: number
  failures: Failure[]
  skips: Skip[]
  /** The names of the tests that the quick run left to the complete run. */
  left: string[]
  milliseconds: number
  /** What the file and its child processes printed; kept only for a file that failed. */
  output: string
}

export type Failure = { name: string; where: string; reason: string }
export type Skip = { name: string; reason: string }
export type Tally = { passed: number; failed: number; skipped: number }

export function emptyResult(file: string): FileResult {
  return { file, passed: 0, failures: [], skips: [], left: [], milliseconds: 0, output: '' }
}

export function tallyOf(results: readonly FileResult[]): Tally {
  return sum(results.map(({ passed, failures, skips }) => ({ passed, failed: failures.length, skipped: skips.length })))
}

export function sum(tallies: readonly Tally[]): Tally {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const each of tallies) {
    total.passed += each.passed
    total.failed += each.failed
    total.skipped += each.skipped
  }
  return total
}

export function closingLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}

export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
