import { DispatchFailed } from '../../channels/index.ts'
import type { Failure } from '../handset.ts'

/** As an adapter would read such an answer of a provider. */
export function dispatchFailure({ status, code }: Failure): DispatchFailed {
  const detail = `The handset lab answered ${status}${code ? ` (${code})` : ''}`
  if (status === 'timeout') {
    return new DispatchFailed('timeout', 'The handset lab did not answer in time', { retry: 'unknown' })
  }
  if (status === 429) return new DispatchFailed('rateLimited', detail, { retry: 'later' })
  if (status >= 500) return new DispatchFailed('providerError', detail, { retry: 'later' })
  return new DispatchFailed('rejected', detail)
}

export const cannotReceive = () => new DispatchFailed('unreachable', 'This number cannot receive rcs')
