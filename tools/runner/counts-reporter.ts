import type { TestEvent } from 'node:test/reporters'
import type { Tally } from './stages.ts'

/** Writes the run's counts, and the files that failed, as one line of JSON for the runner to read. */
export default async function* counts(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const failures = new Set<string>()
  for await (const event of events) {
    if (event.type === 'test:fail' && event.data.file) failures.add(event.data.file)
    if (event.type !== 'test:summary' || event.data.file) continue
    const { tests, passed, skipped, todo } = event.data.counts
    const tally: Tally & { failures: string[] } = {
      passed,
      failed: tests - passed - skipped - todo,
      skipped: skipped + todo,
      failures: [...failures],
    }
    yield JSON.stringify(tally)
  }
}
