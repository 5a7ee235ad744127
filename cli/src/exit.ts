/** What `parley` ends with, for those who call it from a script. */
export const exitCodes = { passed: 0, failed: 1, usage: 2, noVerdict: 3, interrupted: 130 } as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Ends a command. Its message says what is wrong and what to do, and holds no secret. */
export class CommandError extends Error {
  readonly exitCode: ExitCode
  constructor(exit: ExitCode, message: string) {
    super(message)
    this.exitCode = exit
  }
}

/** The command was called, or is configured, in a way that cannot work. */
export const usageError = (message: string): CommandError => new CommandError(exitCodes.usage, message)

/** What was asked for could not be done, or not be watched to its end. */
export const incompleteError = (message: string): CommandError => new CommandError(exitCodes.noVerdict, message)
