import { isRetryable, isUnavailable } from '../../platform/db/errors.ts'
import { problem } from '../../platform/http/problem.ts'

/** A journey platform gets a response within 10 seconds, any other caller within 30. */
export const sendTimeouts = { journey: 9_500, named: 29_500 } as const

/**
 * Returns the result of the work, or throws a retryable problem. Timed-out work continues and may still complete; its
 * idempotency key prevents a retry from doing it twice.
 */
export async function respondWithin<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(problem('agent.outreach_send.timeout', 504)), milliseconds)
  try {
    return await Promise.race([work, late])
  } catch (error) {
    throw isUnavailable(error) || isRetryable(error) ? problem('agent.outreach_send.upstream', 502) : error
  } finally {
    clearTimeout(timer)
  }
}
