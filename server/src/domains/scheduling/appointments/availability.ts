import { invalidRequest, type Problem, problem } from '../../../platform/http/problem.ts'
import { type ClosedReason, findClosedReason } from '../slots/closed-reason.ts'
import { mergeIntervals, type TimeInterval } from '../slots/interval.ts'
import type { BusyByHost } from '../slots/open-slots.ts'
import type { Host } from './appointment.ts'
import type { HostSelection } from './hosts.ts'
import type { SchedulingTerms } from './terms.ts'

export type TimeRequest = HostSelection & { terms: SchedulingTerms; interval: TimeInterval; now: number }

export const noBusyTimes: BusyByHost = new Map()

/** Hosts that are open then, in their order. */
export function filterOpenHosts({ terms, hosts, interval, now }: TimeRequest, busy: BusyByHost): Host[] {
  return hosts.filter(({ id }) => !findClosedReason({ ...terms, interval, now, representativeId: id, busy }))
}

/** The problem that no host is open then. It reads "taken" if any of several hosts is only taken. */
export function createNotOpenProblem({ terms, hosts, by, interval, now }: TimeRequest, busy: BusyByHost): Problem {
  const reasons = hosts.map(
    ({ id }) => findClosedReason({ ...terms, interval, now, representativeId: id, busy }) ?? 'taken',
  )
  const [reason = 'taken'] = reasons.includes('taken') ? [] : reasons
  const others = by === 'assigned' && terms.config.representatives.length > 1 ? assignedOnlyHint : ''
  if (reason === 'taken') return createTimeTakenProblem(others)
  const message = reason === 'outsideHours' ? closedMessages[reason] + others : closedMessages[reason]
  return invalidRequest([{ field: 'startUtc', message }])
}

export function createTimeTakenProblem(more = ''): Problem {
  const detail = `That time is taken: take another one of the open slots${more}`
  return problem('resource.conflict', 409, { detail })
}

const assignedOnlyHint =
  ' of the representative who is assigned to the person, or name another representative by representativeId'

const closedMessages: Record<Exclude<ClosedReason, 'taken'>, string> = {
  past: 'must lie in the future',
  sameDay: 'must not lie on the day of the booking: take a later day',
  blackout: 'must not lie on a date on which nothing is booked: take another day',
  outsideHours: 'must lie, up to its end, within the available hours: take one of the open slots',
}

export function mergeBusyTimes(appointments: BusyByHost, calendars: BusyByHost): BusyByHost {
  const ids = new Set([...appointments.keys(), ...calendars.keys()])
  const busyOf = (id: string) => [...(appointments.get(id) ?? []), ...(calendars.get(id) ?? [])]
  return new Map([...ids].map((id) => [id, mergeIntervals(busyOf(id))]))
}
