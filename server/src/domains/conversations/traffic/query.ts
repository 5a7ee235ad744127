import { boundedText } from '@parley/findings'
import { z } from 'zod'
import { pageQuery } from '../../../platform/http/page.ts'
import { invalidRequest } from '../../../platform/http/problem.ts'
import { instantQuery } from '../../../platform/http/schemas.ts'
import { logLevels, trafficOrigins, trafficTypes } from './entries.ts'

const idFilter = boundedText({ min: 1, max: 200 }).optional()
const window = {
  limit: pageQuery.shape.limit,
  start: instantQuery
    .optional()
    .meta({ description: 'ISO-8601 or milliseconds; 24 hours before `end` when left out.' }),
  end: instantQuery.optional().meta({ description: 'ISO-8601 or milliseconds, itself left out; now when not given.' }),
}
const { pageToken } = pageQuery.shape
const includeTest = z
  .enum(['true', 'false'])
  .optional()
  .meta({ description: 'Rehearsals too, which are left out unless this is true.' })

export const MessageFilters = z.strictObject({
  userId: idFilter,
  sessionId: idFilter,
  origin: z.enum(trafficOrigins).optional(),
  type: z.enum(trafficTypes).optional(),
  includeTest,
})
export const MessageQuery = z.strictObject({ ...window, ...MessageFilters.shape, pageToken })
export const ConversationQuery = z.strictObject({ ...window, userId: idFilter, includeTest })
export const UserQuery = z.strictObject({ ...window, includeTest })
export const LogFilters = z.strictObject({
  userId: idFilter,
  sessionId: idFilter,
  level: z.enum(logLevels).optional(),
  event: idFilter.meta({ description: 'One of the catalog log-events, for example `llm.call`.' }),
  includeTest: includeTest.meta({
    description: 'Taken as in the other lists; the log tells of rehearsals in any case.',
  }),
})
export const LogQuery = z.strictObject({ ...window, ...LogFilters.shape, pageToken })

/** From `start` (inclusive) to `end` (exclusive). */
export type TrafficWindow = { start: Date; end: Date }

const dayMilliseconds = 86_400_000

export function parseTrafficWindow(asked: { start?: Date; end?: Date }, now: Date): TrafficWindow {
  const { end = now } = asked
  const start = asked.start ?? new Date(end.getTime() - dayMilliseconds)
  if (asked.end && start > end) throw invalidRequest([{ field: 'start', message: 'must not be after end' }])
  // Up to and including the current millisecond.
  return { start, end: asked.end ?? new Date(now.getTime() + 1) }
}

export const sandboxFilterOf = ({ includeTest }: { includeTest?: 'true' | 'false' }): boolean[] =>
  includeTest === 'true' ? [false, true] : [false]
