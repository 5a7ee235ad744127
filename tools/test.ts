// `npm test`: all checks, then all tests. `npm test -- --only <text>` runs just the test files whose path contains it.
import { constants } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { stopAll } from './runner/processes.ts'
import { closingLine, seconds } from './runner/stages.ts'
import { TestRun } from './runner/test-run.ts'

const only = askedFor()
const run = new TestRun(join(import.meta.dirname, '..'), only)
const started = performance.now()
let stopping: Promise<number> | undefined

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // May come twice, from the terminal and from npm.
  process.on(signal, () => {
    stopping ??= stop(signal)
  })
}

try {
  await run.everything()
} catch (error) {
  if (!stopping) run.broke(error)
}
const code = stopping ? await stopping : Math.min(run.tally().failed, 1)
await run.stopServer()
console.log(`\nDone in ${seconds(performance.now() - started)}.`)
console.log(closingLine(run.tally()))
process.exit(code)

function askedFor(): string | undefined {
  try {
    return parseArgs({ options: { only: { type: 'string' } } }).values.only
  } catch {
    console.error('Usage: npm test, or: npm test -- --only <part of the path of a test file>')
    process.exit(2)
  }
}

async function stop(signal: 'SIGINT' | 'SIGTERM'): Promise<number> {
  console.log(`\nStopped by ${signal}.`)
  await stopAll()
  return 128 + constants.signals[signal]
}
