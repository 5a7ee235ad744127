import { DispatchFailedError } from '../../channels/index.ts'
import type { SimulatedFailure } from '../handset.ts'

/** As an adapter would read such an answer of a provider. */
export function toDispatchFailure({ status, code }: SimulatedFailure): DispatchFailedError {
  const detail = `The handset lab answered ${status}${code ? ` (${code})` : ''}`
  if (status === 'timeout') {
    return new DispatchFailedError('timeout', 'The handset lab did not answer in time', { retry: 'unknown' })
  }
  if (status === 429) return new DispatchFailedError('rateLimited', detail, { retry: 'later' })
  if (status >= 500) return new DispatchFailedError('providerError', detail, { retry: 'later' })
  return new DispatchFailedError('rejected', detail)
}

export const createUnreachableFailure = () => new DispatchFailedError('unreachable', 'This number cannot receive rcs')
