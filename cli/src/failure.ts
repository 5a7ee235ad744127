import { ParleyError, ParleyUnreachable } from '@parley/sdk'
import { Ending, exits, misused, undone } from './exit.ts'
import { plain } from './text/plain.ts'

/** Words for what ends a command, and what to do about it. */
export function endingOf(error: unknown): Ending {
  if (error instanceof Ending) return error
  if (error instanceof ParleyUnreachable) return unreachable(error)
  if (error instanceof ParleyError) return refused(error)
  return undone(`this is a fault of the program. ${error instanceof Error ? error.stack : ''}`)
}

function unreachable({ message }: ParleyUnreachable): Ending {
  const words = plain(message).replace(/\/v[14] cannot/, ' cannot')
  return undone(`${words}${words.endsWith('?') ? '' : '.'} \`parley doctor\` looks into it`)
}

export const keyRefused = 'The API key is not accepted: it may be mistyped, expired, revoked, or of another Parley'

/** What is to be mended where a key does not open the door; else what Parley says. */
export function refused({ status, code, message, requestId }: ParleyError): Ending {
  if (status === 401) return misused(keyRefused)
  if (status === 403) {
    return misused(`The API key may not do this: ${plain(message)}. \`parley whoami\` tells its scopes`)
  }
  if (status === 404 && code === 'resource.not_found') {
    return misused(
      'There is no such thing, or the API key is of another org: look at what was named, --org and --agent',
    )
  }
  const asked = requestId ? ` (request ${plain(requestId)})` : ''
  const exit = status === 404 ? exits.usage : exits.noVerdict
  return new Ending(exit, `Parley has refused, ${status}: ${plain(message)}${asked}`)
}
