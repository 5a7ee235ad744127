import { instant } from '@parley/findings'
import { z } from 'zod'
import { invalid } from '../../../platform/http/problem.ts'
import type { Interval } from '../slots/interval.ts'
import { dayMs, startOfDay } from '../slots/wall-clock.ts'
import { isReckonable, notReckonable } from './appointment.ts'

const date = z.iso.date()
const forms = 'must be a date or a time with an offset, for example 2030-01-31 or 2030-01-31T09:00:00Z'

/** A date stands for all of it, in the zone of the agent. */
export const timeOrDate = z
  .string()
  .refine((value) => date.safeParse(value).success || instant.safeParse(value).success, { error: forms, abort: true })
  .refine(isReckonable, notReckonable)
  .meta({ examples: ['2030-01-31'] })

export type Edges = { from?: string; to?: string }
type Read = { [Edge in keyof Edges]?: number }

export function readEdges({ from, to }: Edges, zone: string): Read {
  const read = {
    ...(from !== undefined && { from: date.safeParse(from).success ? startOfDay(zone, from, 0) : Date.parse(from) }),
    ...(to !== undefined && { to: date.safeParse(to).success ? startOfDay(zone, to, 1) : Date.parse(to) }),
  }
  if (read.from !== undefined && read.to !== undefined) refuseBackwards(read.from, read.to)
  return read
}

const usualDays = 14
const mostDays = 92

/** From now, and for two weeks, unless said. */
export function slotRange(edges: Edges, { zone, now }: { zone: string; now: number }): Interval {
  const { from: start = now, to: end = start + usualDays * dayMs } = readEdges(edges, zone)
  if (edges.from === undefined && end < now) throw invalid([{ field: 'to', message: 'must lie in the future' }])
  if (end - start > mostDays * dayMs)
    throw invalid([{ field: 'to', message: `must be at most ${mostDays} days after from` }])
  return { start, end }
}

function refuseBackwards(from: number, to: number): void {
  if (to < from) throw invalid([{ field: 'to', message: 'must not be before from' }])
}
