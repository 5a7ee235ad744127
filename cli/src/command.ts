import type { Exit } from './exit.ts'
import type { Io } from './io.ts'

/** A command of `parley`: a folder of `commands/`, and a line in the table of `parley.ts`. */
export type Command = {
  /** As it is called, `test`. */
  name: string
  /** In the list of commands. */
  summary: string
  help: string
  run(args: string[], io: Io): Promise<Exit>
}
