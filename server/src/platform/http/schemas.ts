import { z } from 'zod'

/** How an instant looks in an answer. */
export const timestamp = z.iso.datetime().meta({ examples: ['2030-01-31T09:00:00.000Z'] })

/** A list answer; longer lists carry the token of their next page. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ data: z.array(item), nextPageToken: z.string().optional() })
}
