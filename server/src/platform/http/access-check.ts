import type { ByteStream } from './route.ts'

/** How long a stream can outlast the access of its caller. */
const checkMilliseconds = 3_000

/**
 * Ends a stream of events soon after its caller loses the access: a member who was removed, or whose role or agents
 * changed, a key that was revoked. A check that fails decides nothing, because the database may be unavailable.
 */
export function endWithAccess(events: ByteStream, isStillAllowed: () => Promise<boolean>): ByteStream {
  return {
    [Symbol.asyncIterator]() {
      const source = events[Symbol.asyncIterator]()
      const end = async (): Promise<IteratorResult<string | Buffer>> => {
        clearInterval(timer)
        return (await source.return?.()) ?? { done: true, value: undefined }
      }
      const check = async () => {
        if (!(await isStillAllowed().catch(() => true))) await end()
      }
      const timer = setInterval(() => void check(), checkMilliseconds).unref()
      return {
        async next() {
          const result = await source.next().catch((error: unknown) => {
            clearInterval(timer)
            throw error
          })
          if (result.done) clearInterval(timer)
          return result
        },
        return: end,
      }
    },
  }
}
