import { z } from 'zod'

/** How an instant looks in an answer. */
export const timestamp = z.iso.datetime().meta({ examples: ['2030-01-31T09:00:00.000Z'] })

/** A list answer; longer lists carry the token of their next page. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ data: z.array(item), nextPageToken: z.string().optional() })
}

/**
 * A body in which a client may send back what it read: the named read-only fields are taken and dropped, so that GET
 * then PUT goes round; any other unknown field is refused.
 */
export function writable<S extends z.ZodRawShape, K extends string>(shape: S, readOnly: readonly K[]) {
  const ignored = Object.fromEntries(
    readOnly.map((key) => [key, z.unknown().optional().meta({ readOnly: true, description: 'Ignored on write.' })]),
  )
  const dropped: ReadonlySet<string> = new Set(readOnly)
  return z
    .strictObject({ ...shape, ...ignored } as S)
    .transform(
      (value) => Object.fromEntries(Object.entries(value).filter(([key]) => !dropped.has(key))) as typeof value,
    )
}
