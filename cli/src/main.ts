import { setTimeout as wait } from 'node:timers/promises'
import { exits } from './exit.ts'
import type { Io } from './io.ts'
import { parley } from './parley.ts'

/** npm passes on what the terminal has sent to all: the second of two that come this close is the first again. */
const echoMilliseconds = 300

function interrupts(): AbortSignal {
  const first = new AbortController()
  let firstAt = 0
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (first.signal.aborted && performance.now() - firstAt > echoMilliseconds) process.exit(exits.interrupted)
      if (first.signal.aborted) return
      firstAt = performance.now()
      first.abort()
    })
  }
  return first.signal
}

const { stdout, stderr, env } = process
const io: Io = {
  env,
  folder: process.cwd(),
  out: (text) => stdout.write(text),
  err: (text) => stderr.write(text),
  columns: () => (stderr.isTTY ? stderr.columns || 80 : undefined),
  colours: stdout.isTTY === true && !env.NO_COLOR,
  fetch,
  now: () => performance.now(),
  sleep: (milliseconds, signal) => wait(milliseconds, undefined, { signal }).catch(() => undefined),
  interrupted: interrupts(),
}

// Whoever reads along may have seen enough: `parley … | head`.
stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? exits.passed : 1))

process.exitCode = await parley(process.argv.slice(2), io)
