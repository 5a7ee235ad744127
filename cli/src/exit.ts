/** Exit codes of `parley`, for scripts. */
export const exitCodes = { passed: 0, failed: 1, usage: 2, noVerdict: 3, interrupted: 130 } as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Ends a command. The message says what is wrong and what to do, and contains no secret. */
export class CommandError extends Error {
  readonly exitCode: ExitCode
  constructor(exit: ExitCode, message: string) {
    super(message)
    this.exitCode = exit
  }
}

/** The command's arguments or configuration cannot work. */
export const usageError = (message: string): CommandError => new CommandError(exitCodes.usage, message)

/** The command could not complete, or lost track of what it was watching. */
export const createIncompleteError = (message: string): CommandError => new CommandError(exitCodes.noVerdict, message)
