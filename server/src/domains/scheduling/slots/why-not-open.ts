import type { SchedulingConfig } from '@parley/definition'
import { blackoutDays, governingHours, hasHours, windowTimes } from './hours.ts'
import { contains, type Interval, merged, overlaps } from './interval.ts'
import type { Busy } from './open-slots.ts'
import { dayAt, offsetSpans, timesOfDays } from './wall-clock.ts'

export type NotOpen = 'past' | 'sameDay' | 'blackout' | 'outsideHours' | 'taken'

export type BookingAsked = {
  config: SchedulingConfig
  /** The zone where neither the representative nor the config names one. */
  zone: string
  now: number
  interval: Interval
  /** Without one, or with one that is no longer configured, the agent's own hours are meant. */
  representativeId?: string
  busy: Busy
}

/** The first reason against an appointment at any minute, on the grid or not; undefined when it is open. */
export function whyNotOpen(asked: BookingAsked): NotOpen | undefined {
  const { interval, now, busy, representativeId = '' } = asked
  if (interval.start <= now) return 'past'
  const closed = whyClosed(asked)
  if (closed) return closed
  return busy.get(representativeId)?.some((taken) => overlaps(taken, interval)) ? 'taken' : undefined
}

function whyClosed({ config, now, interval, representativeId, ...asked }: BookingAsked): NotOpen | undefined {
  const representative = config.representatives.find(({ id }) => id === representativeId)
  const { zone, windows } = governingHours(config, { representative, zone: asked.zone })
  if (config.disallowSameDayBooking && dayAt(zone, interval.start) === dayAt(zone, now)) return 'sameDay'
  const spans = offsetSpans(zone, interval)
  if (timesOfDays(blackoutDays(config), spans).length > 0) return 'blackout'
  // Where nobody has any hours, there is nothing to be outside of.
  if (!hasHours(config)) return undefined
  return contains(merged(windowTimes(windows, spans)), interval) ? undefined : 'outsideHours'
}
