/** All that a command has of the world. */
export type Io = {
  env: Readonly<Record<string, string | undefined>>
  /** Where relative paths begin. */
  folder: string
  /** To the standard output: what was asked for. */
  out(text: string): void
  /** To the standard error: what goes on meanwhile, and what went wrong. */
  err(text: string): void
  /** How wide the terminal is that shows the standard error; undefined where there is none. */
  columns(): number | undefined
  /** Whether what is written to the standard output may be in colour. */
  colours: boolean
  fetch: typeof fetch
  /** Milliseconds, of any beginning. */
  now(): number
  /** Ends early, without a word, when the signal says so. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
  /** Somebody has pressed Ctrl-C. */
  interrupted: AbortSignal
}
