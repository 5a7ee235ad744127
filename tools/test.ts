// `npm test` runs the checks and the quick tests; `npm run test:all` runs every test.
import { constants } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readFamilySeconds, readMachineTimes } from '../server/src/testing/processor-time.ts'
import { formatProcessorReport, stopAll } from './runner/processes.ts'
import { formatClosingLine, formatElapsed } from './runner/result.ts'
import { NpmTestRun, type TestRunOptions } from './runner/test-run.ts'

const usage = `Usage: npm test [-- <options>], or npm run test:all [-- <options>] for every test
  --only <text>   only test files whose path contains the text
  --changed       only test files that depend on the changes since main
  --record        with test:all: write how long each file took to tools/runner/durations.json`

const run = new NpmTestRun(join(import.meta.dirname, '..'), readOptions())
const startedAt = performance.now()
const processorBefore = readMachineTimes()
let stopPromise: Promise<number> | undefined

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // May arrive twice, from the terminal and from npm.
  process.on(signal, () => {
    stopPromise ??= stop(signal)
  })
}

try {
  await run.runEverything()
} catch (error) {
  if (!stopPromise) run.recordError(error)
}
const code = stopPromise ? await stopPromise : Math.min(run.sumCounts().failed, 1)
await run.stopServer()
const processorSeconds = readFamilySeconds(process.pid)
if (processorSeconds !== undefined) console.log(`\nThis run took ${processorSeconds.toFixed(0)} s of processor time.`)
console.log(`\n${formatProcessorReport(processorBefore)}\nDone in ${formatElapsed(performance.now() - startedAt)}.`)
console.log(formatClosingLine(run.sumCounts()))
process.exit(code)

function readOptions(): TestRunOptions {
  const options = {
    all: { type: 'boolean' },
    only: { type: 'string' },
    changed: { type: 'boolean' },
    record: { type: 'boolean' },
  } as const
  try {
    const { all: isComplete, ...values } = parseArgs({ options }).values
    return { tier: isComplete ? 'complete' : 'quick', ...values }
  } catch {
    console.error(usage)
    process.exit(2)
  }
}

async function stop(signal: 'SIGINT' | 'SIGTERM'): Promise<number> {
  console.log(`\nStopped by ${signal}.`)
  await stopAll()
  return 128 + constants.signals[signal]
}
