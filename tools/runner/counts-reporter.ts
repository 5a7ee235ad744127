import { resolve } from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { isGroup } from './groups.ts'
import type { Tally } from './stages.ts'

/** Writes the run's counts, and the files that failed, as one line of JSON for the runner to read. */
export default async function* counts(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const failures = new Set<string>()
  for await (const event of events) {
    if (event.type === 'test:fail' && event.data.file) failures.add(fileOf(event.data))
    if (event.type !== 'test:summary' || event.data.file) continue
    const { tests, passed, skipped, todo } = event.data.counts
    const tally: Tally & { failures: string[] } = {
      passed,
      failed: tests - passed - skipped - todo,
      skipped: skipped + todo,
      failures: [...failures].filter((file) => !isGroup(file)),
    }
    yield JSON.stringify(tally)
  }
}

/** A file of a group that cannot be loaded is a test by its name. */
const fileOf = ({ file = '', name }: { file?: string; name: string }): string => (isGroup(file) ? resolve(name) : file)
