import type { Interval } from '../slots/interval.ts'
import { type Busy, openSlots } from '../slots/open-slots.ts'
import { minuteMs } from '../slots/wall-clock.ts'
import type { Host } from './appointment.ts'
import { hostsFor, refuseUnknownHost } from './hosts.ts'
import { mostTimes, type SlotQuery, type SlotsFound, tooMany } from './open-slots-for.ts'
import { notOpen, openHosts } from './openness.ts'
import { slotRange } from './range.ts'
import { lengthOf, type Terms } from './terms.ts'

/** What is held already, by representative; without one it is the agent's own time. */
export type Held = { representativeId?: string; startUtc: Date; endUtc: Date }

/** A calendar that is only rehearsed with: nothing of it is in the database, and nobody outside is asked. */
export type Plan = { terms: Terms; now: Date; held: readonly Held[] }

/** The open times of the agent, by the rules of `openSlotsFor`. */
export function plannedSlots({ terms, now, held }: Plan, query: SlotQuery): SlotsFound {
  const { config, zone } = terms
  refuseUnknownHost(config, query.representativeId)
  const durationMinutes = lengthOf(terms, query.durationMinutes)
  const range = slotRange(query, { zone, now: now.getTime() })
  const representativeIds = query.representativeId === undefined ? undefined : [query.representativeId]
  const asked = { config, zone, now: now.getTime(), range, durationMinutes, busy: busyOf(held), representativeIds }
  const slots = openSlots({ ...asked, most: mostTimes })
  if (slots === 'tooMany') throw tooMany()
  return { slots, durationMinutes, zone, unreachable: [] }
}

export type PlannedBooking = {
  startUtc: Date
  durationMinutes?: number
  asked?: string
  current?: string
  assigned?: string
}

/** Who would have the appointment, and when; refused as `book` refuses it. */
export function plannedHost(
  plan: Plan,
  { startUtc, durationMinutes, ...wish }: PlannedBooking,
): Interval & { host: Host } {
  const { terms, now, held } = plan
  refuseUnknownHost(terms.config, wish.asked)
  const start = startUtc.getTime()
  const interval = { start, end: start + lengthOf(terms, durationMinutes) * minuteMs }
  const asked = { terms, ...hostsFor(terms.config, wish), interval, now: now.getTime() }
  const busy = busyOf(held)
  const [host] = openHosts(asked, busy)
  if (!host) throw notOpen(asked, busy)
  return { ...interval, host }
}

function busyOf(held: readonly Held[]): Busy {
  const byHost = Map.groupBy(held, ({ representativeId = '' }) => representativeId)
  const times = ({ startUtc, endUtc }: Held) => ({ start: startUtc.getTime(), end: endUtc.getTime() })
  return new Map([...byHost].map(([id, list]) => [id, list.map(times)]))
}
