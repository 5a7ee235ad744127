import { z } from 'zod'

const maxOverlapMinutes = 7 * 24 * 60

/** The query of a rotation: how long the previous secret stays valid. */
export const overlapQuery = z.strictObject({
  overlapMinutes: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a whole number of minutes')
    .transform(Number)
    .refine((minutes) => minutes <= maxOverlapMinutes, `must be at most ${maxOverlapMinutes}, which is a week`)
    .optional()
    .meta({
      type: 'integer',
      minimum: 0,
      maximum: maxOverlapMinutes,
      default: 0,
      description: 'How long the previous one stays valid. 0: it stops working at once.',
    }),
})

/** When the previous secret ends; undefined if it ends now. */
export function overlapEnd(minutes: number | undefined, now: Date): Date | undefined {
  return !minutes ? undefined : new Date(now.getTime() + minutes * 60_000)
}
