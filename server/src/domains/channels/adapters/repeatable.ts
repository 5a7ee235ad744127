import { DispatchFailed } from '../adapter.ts'

/** A step on the way to a hand-over, which a person sees nothing of: where its outcome is not known it is done again. */
export async function repeatable<T>(step: Promise<T>): Promise<T> {
  try {
    return await step
  } catch (error) {
    throw error instanceof DispatchFailed ? asRepeatable(error) : error
  }
}

/** Of a call that hands nothing over. */
export function asRepeatable(error: DispatchFailed): DispatchFailed {
  if (error.retry !== 'unknown') return error
  const { detail, retryAfterSeconds } = error
  return new DispatchFailed('providerError', detail, { retry: 'later', retryAfterSeconds })
}
