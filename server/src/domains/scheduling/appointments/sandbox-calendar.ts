import { type BusyByHost, computeOpenSlots } from '../slots/open-slots.ts'
import { minuteMs, type TimeInterval } from '../slots/time.ts'
import { type AppointmentLocation, type Host, toAppointmentLocation } from './appointment.ts'
import {
  assertKnownHost,
  createNotOpenProblem,
  filterOpenHosts,
  resolveDuration,
  type SchedulingTerms,
  selectHosts,
  selectLocation,
} from './availability.ts'
import {
  createTooManySlotsProblem,
  maxOpenSlots,
  type OpenSlotsResult,
  resolveSlotRange,
  type SlotQuery,
} from './find-open-slots.ts'

/** An existing appointment; without a representative it takes the agent's own time. */
export type BookedTime = { representativeId?: string; locationId?: string; startUtc: Date; endUtc: Date }

/** An in-memory calendar: stores nothing in the database and queries no external calendar. */
export type SandboxCalendar = { terms: SchedulingTerms; now: Date; bookedTimes: readonly BookedTime[] }

/** Open times by the same rules as `findOpenSlots`. */
export function findSandboxSlots(calendar: SandboxCalendar, query: SlotQuery): OpenSlotsResult {
  const { now, bookedTimes } = calendar
  const terms = selectLocation(calendar.terms, { requested: query.locationId })
  const { config, zone, location } = terms
  assertKnownHost(terms, query.representativeId)
  const durationMinutes = resolveDuration(terms, query.durationMinutes)
  const range = resolveSlotRange(query, { zone, now: now.getTime() })
  const representativeIds = query.representativeId === undefined ? undefined : [query.representativeId]
  const slotQuery = {
    config,
    location,
    zone,
    now: now.getTime(),
    range,
    durationMinutes,
    busy: toBusyTimes(bookedTimes, location?.id),
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
  /** Without one, the location that the person prefers, or else the only one. */
  locationId?: string
  preferredLocationId?: string
}

/** Chooses the host and interval of an appointment. Throws the same problems as `createBooking`. */
export function chooseSandboxHost(
  plan: SandboxCalendar,
  { startUtc, durationMinutes, locationId, preferredLocationId, ...wish }: SandboxBooking,
): TimeInterval & { host: Host; location?: AppointmentLocation; zone: string } {
  const { now, bookedTimes } = plan
  const terms = selectLocation(plan.terms, { requested: locationId, preferred: preferredLocationId })
  assertKnownHost(terms, wish.requested)
  const start = startUtc.getTime()
  const interval = { start, end: start + resolveDuration(terms, durationMinutes) * minuteMs }
  const check = { terms, ...selectHosts(terms.config, wish), interval, now: now.getTime() }
  const busy = toBusyTimes(bookedTimes, terms.location?.id)
  const [host] = filterOpenHosts(check, busy)
  if (!host) throw createNotOpenProblem(check, busy)
  return { ...interval, host, location: toAppointmentLocation(terms.location), zone: terms.zone }
}

/** Without a representative, each location is booked itself. */
function toBusyTimes(held: readonly BookedTime[], locationId: string | undefined): BusyByHost {
  const taken = held.filter((one) => one.representativeId !== undefined || one.locationId === locationId)
  const byHost = Map.groupBy(taken, ({ representativeId = '' }) => representativeId)
  const times = ({ startUtc, endUtc }: BookedTime) => ({ start: startUtc.getTime(), end: endUtc.getTime() })
  return new Map([...byHost].map(([id, list]) => [id, list.map(times)]))
}
