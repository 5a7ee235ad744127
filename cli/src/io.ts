import { writeFile } from 'node:fs/promises'
import { createInterface, type Interface } from 'node:readline'
import { type Readable, Writable } from 'node:stream'
import { CommandError, createIncompleteError, exitCodes, usageError } from './exit.ts'
import { toPrintable } from './text/printable.ts'

/** Everything a command uses from the outside world. */
export type Io = {
  env: Readonly<Record<string, string | undefined>>
  /** Base of relative paths. */
  workingDirectory: string
  /** Home directory of the user, which stores saved profiles. */
  home: string
  machine: string
  /** Writes to the standard output: the result. */
  out(text: string): void
  /** Writes to the standard error: progress and errors. */
  err(text: string): void
  /** Writes to the standard output without redaction: a newly created secret that is never shown again. */
  reveal(text: string): void
  /** From now on, `out` and `err` redact this secret. */
  addSecret(secret: string): void
  /** Width of the terminal that shows the standard error; undefined if there is none. */
  columns(): number | undefined
  /** Width of the terminal that shows the standard output. */
  outColumns(): number | undefined
  /** Whether the standard output supports colors. */
  colors: boolean
  /** Prompts the user at the terminal; undefined if there is no terminal. */
  prompt?: Prompt
  /** For protocols that use the standard streams; text for people goes through `out` and `err`. */
  streams: { input: Readable; output: Writable }
  fetch: typeof fetch
  /** Monotonic clock in milliseconds, with an arbitrary origin. */
  now(): number
  /** Wall-clock time, for comparison with other clocks. */
  currentDate(): Date
  /** Resolves early, without an error, when the signal aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
  /** Aborts when the user presses Ctrl-C. */
  interrupted: AbortSignal
  /**
   * Runs a Node program in the same terminal and returns its exit code. With `isQuiet` the child writes everything to
   * the standard error and leaves the standard output to us.
   */
  runNodeProgram(file: string, env: Record<string, string>, isQuiet: boolean, args?: readonly string[]): Promise<number>
}

export type Prompt = {
  /** Returns the line typed after the question, or undefined at the end of the input. */
  ask(question: string): Promise<string | undefined>
  /** The same, without echoing the input. */
  askSecret(question: string): Promise<string | undefined>
}

type TerminalStreams = { input: NodeJS.ReadStream; output: NodeJS.WriteStream; interrupted: AbortSignal }

/** Prompts at a terminal. Lines typed ahead are buffered for the next question. */
export function createPrompt({ input, output, interrupted }: TerminalStreams): Prompt & { leave(): void } {
  let lines: Interface | undefined
  let isHidden = false
  let waiting: ((line: string | undefined) => void) | undefined
  let isOver = false
  const ahead: string[] = []
  const hand = (line: string | undefined) => {
    const next = waiting
    waiting = undefined
    next?.(line)
  }
  const onLine = (line: string) => (waiting ? hand(line) : ahead.push(line))
  const over = () => {
    isOver = true
    // The next output starts on a line of its own.
    if (waiting && !isHidden) output.write('\n')
    hand(undefined)
  }
  const silentOutput = new Writable({
    write(piece, _encoding, done) {
      if (!isHidden) output.write(piece)
      done()
    },
  })
  const open = (): Interface => {
    const opened = createInterface({ input, output: silentOutput, terminal: true })
    opened.on('line', onLine)
    opened.on('close', over)
    // In raw mode, the terminal sends no signal itself.
    opened.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
    interrupted.addEventListener('abort', () => opened.close())
    return opened
  }
  const askOnce = async (question: string, hides: boolean): Promise<string | undefined> => {
    const early = ahead.shift()
    if (early !== undefined || isOver || interrupted.aborted) return early
    lines ??= open()
    if (hides) output.write(question)
    isHidden = hides
    lines.setPrompt(hides ? '' : question)
    lines.prompt()
    const answer = await new Promise<string | undefined>((resolve) => {
      waiting = resolve
    })
    isHidden = false
    if (hides) output.write('\n')
    return answer
  }
  return {
    ask: (question) => askOnce(question, false),
    askSecret: (question) => askOnce(question, true),
    leave: () => lines?.close(),
  }
}

/** Asks for confirmation. Throws if there is no terminal or the answer is not yes. */
export async function confirmAction(
  question: string,
  { prompt, interrupted }: Pick<Io, 'prompt' | 'interrupted'>,
): Promise<void> {
  if (!prompt) throw usageError('Without a terminal, confirm with --yes')
  const answer = await prompt.ask(`${question} [y/N] `)
  if (/^y(es)?$/i.test(answer?.trim() ?? '')) return
  throw interrupted.aborted
    ? new CommandError(exitCodes.interrupted, 'Stopped: nothing was done')
    : createIncompleteError('Nothing was done')
}

/** Writes an output file or ends the command; a private file is readable only by its owner. */
export async function writeOutputFile(
  file: string,
  content: string | Uint8Array,
  { isPrivate = false } = {},
): Promise<void> {
  await writeFile(file, content, isPrivate ? { mode: 0o600 } : {}).catch(({ code }: NodeJS.ErrnoException) => {
    throw createIncompleteError(`${toPrintable(file)} could not be written: ${code}`)
  })
}
