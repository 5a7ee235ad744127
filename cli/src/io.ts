import type { Readable, Writable } from 'node:stream'

/** All that a command has of the world. */
export type Io = {
  env: Readonly<Record<string, string | undefined>>
  /** Where relative paths begin. */
  workingDirectory: string
  /** Of whoever calls: what is kept for them is in there. */
  home: string
  /** The name of this machine. */
  machine: string
  /** To the standard output: what was asked for. */
  out(text: string): void
  /** To the standard error: what goes on meanwhile, and what went wrong. */
  err(text: string): void
  /** To the standard output as it is: a secret that was just made, and is never shown again. */
  reveal(text: string): void
  /** From here on nobody prints this secret, by `out` or `err`. */
  addSecret(secret: string): void
  /** How wide the terminal is that shows the standard error; undefined where there is none. */
  columns(): number | undefined
  /** The same of the standard output. */
  outColumns(): number | undefined
  /** Whether what is written to the standard output may be in colour. */
  colors: boolean
  /** Whoever sits at the terminal; undefined where nobody does. */
  prompt?: Prompt
  /** For protocols that are spoken on them; what people read goes by `out` and `err`. */
  streams: { input: Readable; output: Writable }
  fetch: typeof fetch
  /** Milliseconds, of any beginning. */
  now(): number
  /** Of the calendar, for comparing with other clocks. */
  currentDate(): Date
  /** Ends early, without a word, when the signal says so. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
  /** Somebody has pressed Ctrl-C. */
  interrupted: AbortSignal
  /**
   * Runs a program of Node in the place of this one, with the same terminal; answers what it ended with. A quiet one
   * leaves the standard output to us, and says all on the standard error.
   */
  runNodeProgram(file: string, env: Record<string, string>, isQuiet: boolean, args?: readonly string[]): Promise<number>
}

export type Prompt = {
  /** A line that is typed after the question; undefined at the end of the input. */
  ask(question: string): Promise<string | undefined>
  /** The same, without showing what is typed. */
  askSecret(question: string): Promise<string | undefined>
}
