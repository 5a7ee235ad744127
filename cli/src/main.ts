import { spawn } from 'node:child_process'
import { homedir, hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { exitCodes } from './exit.ts'
import { createPrompt, type Io } from './io.ts'
import { runCli } from './parley.ts'

/**
 * npm forwards a signal that the terminal already sent to every process: a second signal within this time is a
 * duplicate of the first.
 */
const echoMilliseconds = 300

function interrupts(): AbortSignal {
  const first = new AbortController()
  let firstAt = 0
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (first.signal.aborted && performance.now() - firstAt > echoMilliseconds) process.exit(exitCodes.interrupted)
      if (first.signal.aborted) return
      firstAt = performance.now()
      first.abort()
    })
  }
  return first.signal
}

/** Forwards signals to the child. A terminal signals the child as well; the child ignores the duplicate. */
const runNodeProgram: Io['runNodeProgram'] = (file, more, isQuiet, args = []) => {
  const stdio = [0, isQuiet ? 2 : 1, 2]
  const child = spawn(process.execPath, [file, ...args], { stdio, env: { ...process.env, ...more } })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

const usualColumns = 80
const columnsOf = ({ isTTY, columns }: NodeJS.WriteStream) => (isTTY ? columns || usualColumns : undefined)

const { stdin, stdout, stderr, env } = process
const interrupted = interrupts()
const prompt = stdin.isTTY && stderr.isTTY ? createPrompt({ input: stdin, output: stderr, interrupted }) : undefined
const io: Io = {
  env,
  workingDirectory: process.cwd(),
  home: homedir(),
  machine: hostname(),
  out: (text) => stdout.write(text),
  err: (text) => stderr.write(text),
  reveal: (text) => stdout.write(text),
  addSecret: () => {},
  columns: () => columnsOf(stderr),
  outColumns: () => columnsOf(stdout),
  colors: stdout.isTTY === true && !env.NO_COLOR,
  prompt,
  streams: { input: stdin, output: stdout },
  fetch,
  now: () => performance.now(),
  currentDate: () => new Date(),
  sleep: (milliseconds, signal) => wait(milliseconds, undefined, { signal }).catch(() => undefined),
  interrupted,
  runNodeProgram,
}

// The reader may close the pipe early: `parley … | head`.
stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? exitCodes.passed : 1))

process.exitCode = await runCli(process.argv.slice(2), io)
prompt?.leave()
