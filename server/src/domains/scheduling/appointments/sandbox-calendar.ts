import { type BusyByHost, computeOpenSlots } from '../slots/open-slots.ts'
import { minuteMs, type TimeInterval } from '../slots/time.ts'
import type { Host } from './appointment.ts'
import {
  assertKnownHost,
  createNotOpenProblem,
  filterOpenHosts,
  resolveDuration,
  type SchedulingTerms,
  selectHosts,
} from './availability.ts'
import {
  createTooManySlotsProblem,
  maxOpenSlots,
  type OpenSlotsResult,
  resolveSlotRange,
  type SlotQuery,
} from './find-open-slots.ts'

/** An existing appointment; without a representative it takes the agent's own time. */
export type BookedTime = { representativeId?: string; startUtc: Date; endUtc: Date }

/** An in-memory calendar: stores nothing in the database and queries no external calendar. */
export type SandboxCalendar = { terms: SchedulingTerms; now: Date; bookedTimes: readonly BookedTime[] }

/** Open times by the same rules as `findOpenSlots`. */
export function findSandboxSlots({ terms, now, bookedTimes }: SandboxCalendar, query: SlotQuery): OpenSlotsResult {
  const { config, zone } = terms
  assertKnownHost(config, query.representativeId)
  const durationMinutes = resolveDuration(terms, query.durationMinutes)
  const range = resolveSlotRange(query, { zone, now: now.getTime() })
  const representativeIds = query.representativeId === undefined ? undefined : [query.representativeId]
  const slotQuery = {
    config,
    zone,
    now: now.getTime(),
    range,
    durationMinutes,
    busy: toBusyTimes(bookedTimes),
    representativeIds,
  }
  const slots = computeOpenSlots({ ...slotQuery, most: maxOpenSlots })
  if (slots === 'tooMany') throw createTooManySlotsProblem()
  return { slots, durationMinutes, zone, unreachable: [] }
}

export type SandboxBooking = {
  startUtc: Date
  durationMinutes?: number
  requested?: string
  current?: string
  assigned?: string
}

/** Chooses the host and interval of an appointment. Throws the same problems as `createBooking`. */
export function chooseSandboxHost(
  plan: SandboxCalendar,
  { startUtc, durationMinutes, ...wish }: SandboxBooking,
): TimeInterval & { host: Host } {
  const { terms, now, bookedTimes } = plan
  assertKnownHost(terms.config, wish.requested)
  const start = startUtc.getTime()
  const interval = { start, end: start + resolveDuration(terms, durationMinutes) * minuteMs }
  const check = { terms, ...selectHosts(terms.config, wish), interval, now: now.getTime() }
  const busy = toBusyTimes(bookedTimes)
  const [host] = filterOpenHosts(check, busy)
  if (!host) throw createNotOpenProblem(check, busy)
  return { ...interval, host }
}

function toBusyTimes(held: readonly BookedTime[]): BusyByHost {
  const byHost = Map.groupBy(held, ({ representativeId = '' }) => representativeId)
  const times = ({ startUtc, endUtc }: BookedTime) => ({ start: startUtc.getTime(), end: endUtc.getTime() })
  return new Map([...byHost].map(([id, list]) => [id, list.map(times)]))
}
