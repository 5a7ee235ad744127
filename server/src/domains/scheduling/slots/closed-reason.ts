import type { SchedulingConfig } from '@parley/definition'
import { findBlackoutDays, findGoverningHours, hasHours, toWindowIntervals } from './hours.ts'
import { containsInterval, mergeIntervals, overlapsInterval, type TimeInterval } from './interval.ts'
import type { BusyByHost } from './open-slots.ts'
import { getDayAt, offsetSpans, toDayIntervals } from './wall-clock.ts'

export type ClosedReason = 'past' | 'sameDay' | 'blackout' | 'outsideHours' | 'taken'

export type BookingCheck = {
  config: SchedulingConfig
  /** Fallback when neither the representative nor the config has a zone. */
  zone: string
  now: number
  interval: TimeInterval
  /** When absent or no longer configured, the agent's own hours apply. */
  representativeId?: string
  busy: BusyByHost
}

/**
 * Returns the first reason against an appointment at any minute, on the slot grid or not; undefined when the time is
 * open.
 */
export function findClosedReason(asked: BookingCheck): ClosedReason | undefined {
  const { interval, now, busy, representativeId = '' } = asked
  if (interval.start <= now) return 'past'
  const closed = findHoursReason(asked)
  if (closed) return closed
  return busy.get(representativeId)?.some((taken) => overlapsInterval(taken, interval)) ? 'taken' : undefined
}

function findHoursReason({
  config,
  now,
  interval,
  representativeId,
  ...asked
}: BookingCheck): ClosedReason | undefined {
  const representative = config.representatives.find(({ id }) => id === representativeId)
  const { zone, windows } = findGoverningHours(config, { representative, zone: asked.zone })
  if (config.disallowSameDayBooking && getDayAt(zone, interval.start) === getDayAt(zone, now)) return 'sameDay'
  const spans = offsetSpans(zone, interval)
  if (toDayIntervals(findBlackoutDays(config), spans).length > 0) return 'blackout'
  // Without any configured hours there is no restriction.
  if (!hasHours(config)) return undefined
  return containsInterval(mergeIntervals(toWindowIntervals(windows, spans)), interval) ? undefined : 'outsideHours'
}
