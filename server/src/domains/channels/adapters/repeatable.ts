import { DispatchFailed } from '../adapter.ts'

/** A step on the way to a hand-over, which a person sees nothing of: where its outcome is not known it is done again. */
export async function repeatable<T>(step: Promise<T>): Promise<T> {
  try {
    return await step
  } catch (error) {
    if (!(error instanceof DispatchFailed) || error.retry !== 'unknown') throw error
    throw new DispatchFailed('providerError', error.detail, { retry: 'later', retryAfterSeconds: error.retryAfterSeconds })
  }
}
