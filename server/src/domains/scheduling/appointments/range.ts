import { instant } from '@parley/findings'
import { z } from 'zod'
import { invalidRequest } from '../../../platform/http/problem.ts'
import type { TimeInterval } from '../slots/interval.ts'
import { dayMs, getStartOfDay } from '../slots/wall-clock.ts'
import { isSupportedInstant, unsupportedInstantMessage } from './appointment.ts'

const date = z.iso.date()
const timeOrDateMessage = 'must be a date or a time with an offset, for example 2030-01-31 or 2030-01-31T09:00:00Z'

/** A date means the whole day in the agent's time zone. */
export const timeOrDate = z
  .string()
  .refine((value) => date.safeParse(value).success || instant.safeParse(value).success, {
    error: timeOrDateMessage,
    abort: true,
  })
  .refine(isSupportedInstant, unsupportedInstantMessage)
  .meta({ examples: ['2030-01-31'] })

export type RangeQuery = { from?: string; to?: string }
type ParsedRange = { [Edge in keyof RangeQuery]?: number }

export function parseTimeRange({ from, to }: RangeQuery, zone: string): ParsedRange {
  const read = {
    ...(from !== undefined && { from: date.safeParse(from).success ? getStartOfDay(zone, from, 0) : Date.parse(from) }),
    ...(to !== undefined && { to: date.safeParse(to).success ? getStartOfDay(zone, to, 1) : Date.parse(to) }),
  }
  if (read.from !== undefined && read.to !== undefined) assertForward(read.from, read.to)
  return read
}

const defaultDays = 14
const maxDays = 92

/** Default: two weeks from now. */
export function resolveSlotRange(edges: RangeQuery, { zone, now }: { zone: string; now: number }): TimeInterval {
  const { from: start = now, to: end = start + defaultDays * dayMs } = parseTimeRange(edges, zone)
  if (edges.from === undefined && end < now) throw invalidRequest([{ field: 'to', message: 'must lie in the future' }])
  if (end - start > maxDays * dayMs)
    throw invalidRequest([{ field: 'to', message: `must be at most ${maxDays} days after from` }])
  return { start, end }
}

function assertForward(from: number, to: number): void {
  if (to < from) throw invalidRequest([{ field: 'to', message: 'must not be before from' }])
}
