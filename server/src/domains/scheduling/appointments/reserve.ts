import type { Db } from '../../../platform/db/database.ts'
import { problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { BusyTimes } from '../calendars/calendars.ts'
import type { AvailabilityDeps } from '../deps.ts'
import type { BusyByHost } from '../slots/open-slots.ts'
import { containsInterval, mergeIntervals, subtractIntervals, type TimeInterval } from '../slots/time.ts'
import type { Host } from './appointment.ts'
import { createNotOpenProblem, filterOpenHosts, mergeBusyTimes, noBusyTimes, type TimeRequest } from './availability.ts'
import { findBookedTimes, findPublishedTimes, lockHost } from './queries.ts'

/** `recent` is for display only: busy times cached for a few seconds are good enough. */
type ExternalBusyQuery = { ids: readonly string[]; range: TimeInterval; recent?: boolean }

/**
 * Busy times from the representatives' calendars, without this agent's own appointments: those are counted separately,
 * and a calendar may still show their old times. Must not run inside a transaction.
 */
export async function findExternalBusyTimes(
  db: Db,
  agent: AgentKey,
  { ids, range, recent }: ExternalBusyQuery,
  { calendars }: Pick<AvailabilityDeps, 'calendars'>,
): Promise<BusyTimes> {
  const ask = recent ? calendars.recentBusyTimes : calendars.busyTimes
  const { busy, unreachable } = await ask(agent, ids, range)
  if (busy.size === 0) return { busy, unreachable }
  const published = await findPublishedTimes(db, agent, range)
  const elsewhere = [...busy].map(
    ([id, times]) => [id, subtractIntervals(mergeIntervals(times), mergeIntervals(published.get(id) ?? []))] as const,
  )
  return { busy: new Map(elsewhere), unreachable }
}

/** Busy times from calendars, and the hosts and times that were queried. */
export type CalendarCheck = { busy: BusyByHost; ids: readonly string[]; about: readonly TimeInterval[] }

export const emptyCalendarCheck: CalendarCheck = { busy: noBusyTimes, ids: [], about: [] }

/** Queries only the calendars of hosts whose hours are open. Must not run inside a transaction. */
export async function checkCalendars(
  db: Db,
  agent: AgentKey,
  request: TimeRequest,
  deps: AvailabilityDeps,
): Promise<CalendarCheck> {
  const ids = filterOpenHosts(request, noBusyTimes).flatMap(({ id }) => id || [])
  if (ids.length === 0) return emptyCalendarCheck
  const { busy } = await findExternalBusyTimes(db, agent, { ids, range: request.interval }, deps)
  return { busy, ids, about: [request.interval] }
}

export type ReservationRequest = TimeRequest & {
  calendarCheck: CalendarCheck
  /** The appointment that is being moved. */
  movingId?: string
}

/**
 * Reserves the first host that is free then until the transaction ends. Locks hosts one at a time in the operator's
 * order, which is the same for all bookings, and only those that seem open: an agent may have hundreds of hosts, and
 * the server has room for a few thousand such locks.
 */
export async function reserveHost(tx: Db, agent: AgentKey, reservation: ReservationRequest): Promise<Host> {
  const look = async () => findBusyTimes(tx, agent, reservation)
  let busy = await look()
  for (const host of filterOpenHosts(reservation, busy)) {
    if (!wasChecked(host, reservation)) throw createConcurrentChangeProblem()
    await lockHost(tx, agent, host.id, reservation.terms.location?.id)
    busy = await look()
    if (filterOpenHosts({ ...reservation, hosts: [host] }, busy).length > 0) return host
  }
  throw createNotOpenProblem(reservation, busy)
}

async function findBusyTimes(
  tx: Db,
  agent: AgentKey,
  { terms, interval, calendarCheck, movingId }: ReservationRequest,
): Promise<BusyByHost> {
  const booked = await findBookedTimes(tx, agent, interval, { locationId: terms.location?.id, movingId })
  return mergeBusyTimes(booked, calendarCheck.busy)
}

/**
 * Calendars were queried before anything was locked, so the appointment, its person, or the config may have changed.
 */
function wasChecked({ id }: Host, { interval, calendarCheck }: ReservationRequest): boolean {
  return id === '' || (calendarCheck.ids.includes(id) && containsInterval(calendarCheck.about, interval))
}

function createConcurrentChangeProblem() {
  return problem('resource.conflict', 409, { detail: 'Someone else made a change at the same time: try again' })
}
