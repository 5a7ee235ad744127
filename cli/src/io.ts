import type { Readable, Writable } from 'node:stream'

/** Everything a command uses of the outside world. */
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
