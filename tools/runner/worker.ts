// One test process. The pool sends it test files by message; it imports each inside a suite of its own, so that a
// file's hooks end with that file, and worker-reporter.ts sends the result back. Loading the server takes two seconds,
// so files share a process; only files that modify the process itself get their own.
import { flushCompileCache } from 'node:module'
import { describe, test } from 'node:test'
import { inspect } from 'node:util'
import { enterFile, leaveFile, leaveFileUntilNextTick } from './test-scope.ts'
import { escapedErrors } from './worker-reporter.ts'

export type RunFile = { file: string; url: string }

/** An uncaught error that node:test would report only when the process ends. */
function escaped(error: unknown): void {
  leaveFileUntilNextTick()
  escapedErrors.push(inspect(error))
  console.error(error)
}

process.on('uncaughtException', escaped)
process.on('unhandledRejection', escaped)

process.on('message', ({ file, url }: RunFile) => {
  leaveFile()
  describe(file, async () => {
    enterFile()
    try {
      await import(url)
      // Now, and not when this process ends: the processes that the tests start load the same code.
      flushCompileCache()
    } catch (error) {
      test(file, () => Promise.reject(error))
    }
  })
})

// The pool is gone, so there is nothing left to run.
process.on('disconnect', () => process.exit())
