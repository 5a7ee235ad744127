import { DispatchFailedError } from '../../adapter.ts'
import type { ProviderAnswer } from '../call.ts'
import { readFields } from '../webhook-request.ts'

export const rbmProviderName = 'Google RBM'

/** Maps a refusal to send to one person. */
export function toRefusal(answer: ProviderAnswer): DispatchFailedError | undefined {
  if (answer.status === 404)
    return new DispatchFailedError('unreachable', `${rbmProviderName} cannot reach this person by RCS (404)`)
  if (answer.status === 403) {
    const why = 'the agent is not launched on their network, or the service account is not allowed to use it'
    return new DispatchFailedError(
      'unreachable',
      `${rbmProviderName} is not allowed to reach this person: ${why} (403)`,
    )
  }
  if (answer.status === 400)
    return new DispatchFailedError(
      'rejected',
      `${rbmProviderName} rejected the request (${readRbmError(answer) ?? 400})`,
    )
  return undefined
}

/** Maps a refusal to issue an access token. */
export function toTokenFailure({ status, json }: { status: number; json: unknown }): DispatchFailedError | undefined {
  if (status >= 500 || status === 429) return undefined
  const { error } = readFields(json)
  const word = typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? error : status
  return new DispatchFailedError('credentials', `Google rejected the service account key (${word})`)
}

/** Returns Google's error code. Its message is left out because it may contain the phone number. */
function readRbmError({ json }: ProviderAnswer): string | undefined {
  const { status } = readFields(readFields(json).error)
  return typeof status === 'string' && /^[A-Z_]{1,40}$/.test(status) ? status : undefined
}
