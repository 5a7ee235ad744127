import { Readable, Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { ExitCode } from '../exit.ts'
import type { Io } from '../io.ts'
import { runCli } from '../parley.ts'

export type CliResult = { exit: ExitCode; out: string; err: string }
export type CliTestOptions = Partial<
  Pick<Io, 'env' | 'workingDirectory' | 'home' | 'columns' | 'outColumns' | 'colors' | 'interrupted' | 'runNodeProgram'>
> & {
  /** Lines that the user types at the terminal, in order; without any, the session is not interactive. */
  typed?: string[]
  input?: string
  /** Receives output as it is printed. */
  onOut?: (text: string) => void
}

/** Runs `parley` with these arguments, without real delays, and interactive only if `typed` is given. */
export async function runCliTest(
  args: string[],
  { typed, input = '', onOut, ...world }: CliTestOptions = {},
): Promise<CliResult> {
  const printed = { out: [] as string[], err: [] as string[] }
  const out = (text: string) => {
    printed.out.push(text)
    onOut?.(text)
  }
  const err = (text: string) => void printed.err.push(text)
  const answers = [...(typed ?? [])]
  const ask = async (question: string) => {
    err(question)
    return answers.shift()
  }
  const io: Io = {
    env: {},
    workingDirectory: '/nowhere',
    home: '/nowhere',
    machine: 'desk.example.com',
    columns: () => undefined,
    outColumns: () => undefined,
    colors: false,
    interrupted: new AbortController().signal,
    runNodeProgram: async () => 0,
    ...(typed && { prompt: { ask, askSecret: ask } }),
    ...world,
    out,
    err,
    reveal: out,
    addSecret: () => {},
    streams: { input: Readable.from([input]), output: new Writable({ write: (_piece, _encoding, done) => done() }) },
    fetch,
    now: () => performance.now(),
    currentDate: () => new Date(),
    sleep: (_, signal) => wait(1, undefined, { signal }).catch(() => undefined),
  }
  const exit = await runCli(args, io)
  return { exit, out: printed.out.join(''), err: printed.err.join('') }
}

/** Polls, with a limit. */
export async function waitForCondition(condition: () => unknown): Promise<void> {
  for (let left = 3000; !condition(); left--) {
    if (left === 0) throw new Error('this has not come about')
    await wait(10)
  }
}
