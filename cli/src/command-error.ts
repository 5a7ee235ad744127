import { ParleyError, ParleyUnreachable } from '@parley/sdk'
import { CommandError, createIncompleteError, exitCodes, usageError } from './exit.ts'
import { toPrintable } from './text/printable.ts'

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
