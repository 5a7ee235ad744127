import { invalid, type Problem, problem } from '../../../platform/http/problem.ts'
import { type Interval, merged } from '../slots/interval.ts'
import type { Busy } from '../slots/open-slots.ts'
import { type NotOpen, whyNotOpen } from '../slots/why-not-open.ts'
import type { Host } from './appointment.ts'
import type { Chosen } from './hosts.ts'
import type { Terms } from './terms.ts'

/** A time that somebody would like to have, and who is asked for it. */
export type TimeAsked = Chosen & { terms: Terms; interval: Interval; now: number }

export const nobodyBusy: Busy = new Map()

/** Those who are open then, in their order. */
export function openHosts({ terms, hosts, interval, now }: TimeAsked, busy: Busy): Host[] {
  return hosts.filter(({ id }) => !whyNotOpen({ ...terms, interval, now, representativeId: id, busy }))
}

/** That nobody is open then, in words. Where one of several would have been, had the time not been taken, it is that. */
export function notOpen({ terms, hosts, by, interval, now }: TimeAsked, busy: Busy): Problem {
  const reasons = hosts.map(({ id }) => whyNotOpen({ ...terms, interval, now, representativeId: id, busy }) ?? 'taken')
  const [reason = 'taken'] = reasons.includes('taken') ? [] : reasons
  const others = by === 'assigned' && terms.config.representatives.length > 1 ? assignedAlone : ''
  if (reason === 'taken') return taken(others)
  const message = reason === 'outsideHours' ? sentences[reason] + others : sentences[reason]
  return invalid([{ field: 'startUtc', message }])
}

export function taken(more = ''): Problem {
  const detail = `That time is taken: take another one of the open slots${more}`
  return problem('resource.conflict', 409, { detail })
}

const assignedAlone =
  ' of the representative who is assigned to the person, or name another representative by representativeId'

const sentences: Record<Exclude<NotOpen, 'taken'>, string> = {
  past: 'must lie in the future',
  sameDay: 'must not lie on the day of the booking: take a later day',
  blackout: 'must not lie on a date on which nothing is booked: take another day',
  outsideHours: 'must lie, up to its end, within the available hours: take one of the open slots',
}

/** Appointments and what calendars say, together. */
export function allBusy(appointments: Busy, calendars: Busy): Busy {
  const ids = new Set([...appointments.keys(), ...calendars.keys()])
  const busyOf = (id: string) => [...(appointments.get(id) ?? []), ...(calendars.get(id) ?? [])]
  return new Map([...ids].map((id) => [id, merged(busyOf(id))]))
}
