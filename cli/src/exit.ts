/** What `parley` ends with, for those who call it from a script. */
export const exits = { passed: 0, failed: 1, usage: 2, noVerdict: 3, interrupted: 130 } as const
export type Exit = (typeof exits)[keyof typeof exits]

/** Ends a command. Its message says what is wrong and what to do, and holds no secret. */
export class Ending extends Error {
  readonly exit: Exit
  constructor(exit: Exit, message: string) {
    super(message)
    this.exit = exit
  }
}

/** The command was called, or is configured, in a way that cannot work. */
export const misused = (message: string): Ending => new Ending(exits.usage, message)

/** What was asked for could not be done, or not be watched to its end. */
export const undone = (message: string): Ending => new Ending(exits.noVerdict, message)
