import { ParleyError, ParleyUnreachable } from '@parley/sdk'
import { toPrintable } from './text/printable.ts'

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

/** Converts any thrown error into a message for the user with advice on what to do. */
export function toCommandError(error: unknown): CommandError {
  if (error instanceof CommandError) return error
  if (error instanceof ParleyUnreachable) return unreachableError(error)
  if (error instanceof ParleyError) return apiErrorToCommandError(error)
  return createIncompleteError(`this is a bug in the parley command. ${error instanceof Error ? error.stack : ''}`)
}

function unreachableError({ message }: ParleyUnreachable): CommandError {
  const text = toPrintable(message).replace(/\/v[14] cannot/, ' cannot')
  return createIncompleteError(`${text}${text.endsWith('?') ? '' : '.'} \`parley doctor\` helps find the cause`)
}

export const keyRejectedMessage =
  'The API key was not accepted: it may be mistyped, expired, revoked or from another Parley server'

/** Explains how to fix a rejected key; for other errors, uses the API's own message. */
export function apiErrorToCommandError({ status, code, message, requestId }: ParleyError): CommandError {
  if (status === 401) return usageError(keyRejectedMessage)
  if (status === 403) {
    return usageError(`The API key does not allow this: ${toPrintable(message)}. \`parley whoami\` shows its scopes`)
  }
  if (status === 404 && code === 'resource.not_found') {
    return usageError('Not found, or the API key belongs to another org: check the name or id, --org and --agent')
  }
  const requestNote = requestId ? ` (request ${toPrintable(requestId)})` : ''
  const exit = status === 404 ? exitCodes.usage : exitCodes.noVerdict
  return new CommandError(exit, `Parley refused the request, ${status}: ${toPrintable(message)}${requestNote}`)
}
