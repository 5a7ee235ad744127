import type { AgentLocation, SchedulingConfig } from '@parley/definition'
import {
  findBlackoutDays,
  findGoverningHours,
  type GoverningHours,
  hasHours,
  type Representative,
  toOpenIntervals,
} from './hours.ts'
import {
  allTime,
  containsInterval,
  dayMs,
  getDayAt,
  intersectIntervals,
  mergeIntervals,
  minuteMs,
  type OffsetSpan,
  overlapsInterval,
  splitAtOffsetChanges,
  subtractIntervals,
  type TimeInterval,
  toDayIntervals,
} from './time.ts'

/** Taken times by representative id; the agent itself has the key ''. */
export type BusyByHost = ReadonlyMap<string, readonly TimeInterval[]>

/** An open time with all representatives who are free then, in the operator's order; empty when none are configured. */
export type OpenTimeSlot = TimeInterval & { representativeIds: string[] }

export type OpenSlotsRequest = {
  config: SchedulingConfig
  /** Where the appointment takes place: its hours apply, and those of its representatives within them. */
  location?: AgentLocation
  /** Fallback when neither the representative nor the config has a zone. */
  zone: string
  now: number
  /** Slots start in the range; the last may end after it. */
  range: TimeInterval
  durationMinutes: number
  busy: BusyByHost
  /** Limits the search to these representatives; an unknown id offers nothing. */
  representativeIds?: readonly string[]
  /** Maximum number of candidate times, counted per representative, whether taken or not. */
  most: number
}

/** Sorted starts within the hours, and the number of windows and starts examined to find them. */
type HoursOffer = { starts: readonly number[]; passed: number }

/** Returns open times after now, sorted, each start once; `tooMany` when there are more candidates than `most`. */
export function computeOpenSlots(request: OpenSlotsRequest): OpenTimeSlot[] | 'tooMany' {
  if (!(request.durationMinutes >= 1)) throw new RangeError('durationMinutes must be at least 1')
  const lengthMs = request.durationMinutes * minuteMs
  const offers = new Map<string, HoursOffer>()
  const slots = new Map<number, OpenTimeSlot>()
  let left = request.most
  for (const representative of selectRepresentatives(request)) {
    const { config, location, zone } = request
    const hours = findGoverningHours(config, { representative, location, zone })
    // Representatives with the same hours and zone share the computation.
    const key = JSON.stringify(hours)
    const known = offers.get(key)
    const offer = known ?? createOffer(hours, request, left)
    left -= known ? known.starts.length : offer.passed
    if (left < 0) return 'tooMany'
    offers.set(key, offer)
    const free = subtractIntervals(allTime, mergeIntervals(request.busy.get(representative?.id ?? '') ?? []))
    for (const start of listStartsInside(free, offer.starts, lengthMs)) {
      const slot = slots.get(start) ?? addOffer(slots, { start, end: start + lengthMs, representativeIds: [] })
      if (representative) slot.representativeIds.push(representative.id)
    }
  }
  return [...slots.values()].sort((a, b) => a.start - b.start)
}

function addOffer(slots: Map<number, OpenTimeSlot>, slot: OpenTimeSlot): OpenTimeSlot {
  slots.set(slot.start, slot)
  return slot
}

/**
 * In the operator's order; undefined stands for the agent itself, which counts only when no representative is
 * configured.
 */
function selectRepresentatives({ config, representativeIds }: OpenSlotsRequest): (Representative | undefined)[] {
  if (config.representatives.length === 0) return representativeIds?.length ? [] : [undefined]
  const ids = representativeIds && new Set(representativeIds)
  return config.representatives.filter(({ id }) => !ids || ids.has(id))
}

/** Returns at most `most` + 1 starts. */
function createOffer(hours: GoverningHours, request: OpenSlotsRequest, most: number): HoursOffer {
  const { zone, windows } = hours
  const { config, now, range } = request
  const lengthMs = request.durationMinutes * minuteMs
  const within = { start: Math.max(range.start, now + 1), end: range.end }
  if (windows.length === 0 || within.start >= within.end) return { starts: [], passed: 0 }
  // A window open at the start began up to a day earlier, or two when a clock change repeats a whole day.
  const covered = { start: within.start - 2 * dayMs, end: within.end + lengthMs }
  const spans = splitAtOffsetChanges(zone, covered)
  const times = toOpenIntervals(hours, { spans, spansWithin: splitWithin(hours, covered) })
  const blackouts = toDayIntervals(findBlackoutDays(config), spans)
  const sameDay = config.disallowSameDayBooking ? toDayIntervals(new Set([getDayAt(zone, now)]), spans) : []
  const grids = createGrids(times, lengthMs, subtractIntervals(subtractIntervals([within], sameDay), blackouts))
  const starts = listStartsOnGrid(grids, lengthMs, most)
  const open = subtractIntervals(mergeIntervals(times), blackouts)
  return { starts: listStartsInside(open, starts, lengthMs), passed: times.length + starts.length }
}

function splitWithin({ within }: GoverningHours, interval: TimeInterval): OffsetSpan[] {
  return within ? splitAtOffsetChanges(within.zone, interval) : []
}

/** The starts within `times` that are a whole number of durations away from `phase`. */
type Grid = { phase: number; times: TimeInterval[] }

/** Places appointments back to back from the start of each window, as long as they start inside it. */
function createGrids(windows: TimeInterval[], lengthMs: number, within: TimeInterval[]): Grid[] {
  // Windows that start a whole number of durations apart share their starts; grouping avoids duplicates.
  const byPhase = Map.groupBy(windows, ({ start }) => ((start % lengthMs) + lengthMs) % lengthMs)
  return Array.from(byPhase, ([phase, times]) => ({ phase, times: intersectIntervals(mergeIntervals(times), within) }))
}

/** Sorted; stops at `most` + 1 starts. */
function listStartsOnGrid(grids: readonly Grid[], lengthMs: number, most: number): number[] {
  const starts: number[] = []
  for (const { phase, times } of grids) {
    for (const { start, end } of times) {
      const steps = Math.ceil((start - phase) / lengthMs)
      for (let at = phase + steps * lengthMs; at < end && starts.length <= most; at += lengthMs) starts.push(at)
    }
  }
  return grids.length === 1 ? starts : starts.sort((a, b) => a - b)
}

/** Filters sorted starts to those whose whole appointment fits in one of the intervals. */
function listStartsInside(intervals: readonly TimeInterval[], starts: readonly number[], lengthMs: number): number[] {
  let at = 0
  return starts.filter((start) => {
    while ((intervals[at]?.end ?? Infinity) <= start) at++
    const interval = intervals[at]
    return interval !== undefined && interval.start <= start && start + lengthMs <= interval.end
  })
}

export type ClosedReason = 'past' | 'sameDay' | 'blackout' | 'outsideHours' | 'taken'

export type BookingCheck = {
  config: SchedulingConfig
  location?: AgentLocation
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
export function findClosedReason(check: BookingCheck): ClosedReason | undefined {
  const { interval, now, busy, representativeId = '' } = check
  if (interval.start <= now) return 'past'
  const closed = findHoursReason(check)
  if (closed) return closed
  return busy.get(representativeId)?.some((busyInterval) => overlapsInterval(busyInterval, interval))
    ? 'taken'
    : undefined
}

function findHoursReason({
  config,
  now,
  interval,
  representativeId,
  ...query
}: BookingCheck): ClosedReason | undefined {
  const representative = config.representatives.find(({ id }) => id === representativeId)
  const { location } = query
  const hours = findGoverningHours(config, { representative, location, zone: query.zone })
  const { zone } = hours
  if (config.disallowSameDayBooking && getDayAt(zone, interval.start) === getDayAt(zone, now)) return 'sameDay'
  const spans = splitAtOffsetChanges(zone, interval)
  if (toDayIntervals(findBlackoutDays(config), spans).length > 0) return 'blackout'
  // Without any configured hours there is no restriction.
  if (!hasHours(config, location && [location])) return undefined
  const open = toOpenIntervals(hours, { spans, spansWithin: splitWithin(hours, interval) })
  return containsInterval(mergeIntervals(open), interval) ? undefined : 'outsideHours'
}
