import { Readable, Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { ExitCode } from '../exit.ts'
import type { Io } from '../io.ts'
import { runCli } from '../parley.ts'

export type CliResult = { exit: ExitCode; out: string; err: string }
export type CliTestOptions = Partial<
  Pick<Io, 'env' | 'workingDirectory' | 'home' | 'columns' | 'outColumns' | 'colors' | 'interrupted' | 'runNodeProgram'>
> & {
  /** What somebody at the terminal types, one answer after the other; without any, nobody is there. */
  typed?: string[]
  /** What comes on the standard input. */
  input?: string
  /** Hears what is printed while it goes on. */
  onOut?: (text: string) => void
}

/** `parley` with these arguments; nobody waits there, and nobody is at the terminal unless somebody types. */
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

/** Looks again and again, and not for ever. */
export async function waitForCondition(condition: () => unknown): Promise<void> {
  for (let left = 3000; !condition(); left--) {
    if (left === 0) throw new Error('this has not come about')
    await wait(10)
  }
}
