import { DispatchFailedError } from '../adapter.ts'

/** A step on the way to a hand-over, which a person sees nothing of: where its outcome is not known it is done again. */
export async function runRetryableStep<T>(step: Promise<T>): Promise<T> {
  try {
    return await step
  } catch (error) {
    throw error instanceof DispatchFailedError ? toRetryableFailure(error) : error
  }
}

/** Of a call that hands nothing over. */
export function toRetryableFailure(error: DispatchFailedError): DispatchFailedError {
  if (error.retry !== 'unknown') return error
  const { detail, retryAfterSeconds } = error
  return new DispatchFailedError('providerError', detail, { retry: 'later', retryAfterSeconds })
}
