import {
  type AgentLocation,
  findEnabledLocation,
  resolveLocation,
  type SchedulingConfig,
  worksAt,
} from '@parley/definition'
import type { Db } from '../../../platform/db/database.ts'
import { invalidRequest, type Problem, problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Definitions } from '../../agents/index.ts'
import { findOrg } from '../../orgs/index.ts'
import { type BusyByHost, type ClosedReason, findClosedReason } from '../slots/open-slots.ts'
import { mergeIntervals, type TimeInterval } from '../slots/time.ts'
import type { Host } from './appointment.ts'

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
  const detail = `That time is taken: choose another open slot${more}`
  return problem('resource.conflict', 409, { detail })
}

const assignedOnlyHint =
  ' of the representative who is assigned to the person, or another representative with representativeId'

const closedMessages: Record<Exclude<ClosedReason, 'taken'>, string> = {
  past: 'must be in the future',
  sameDay: 'must not be on the day of the booking: choose a later day',
  blackout: 'must not be on a blackout date: choose another day',
  outsideHours: 'must be completely within the available hours: choose one of the open slots',
}

export function mergeBusyTimes(appointments: BusyByHost, calendars: BusyByHost): BusyByHost {
  const ids = new Set([...appointments.keys(), ...calendars.keys()])
  const busyOf = (id: string) => [...(appointments.get(id) ?? []), ...(calendars.get(id) ?? [])]
  return new Map([...ids].map((id) => [id, mergeIntervals(busyOf(id))]))
}

/** In order of precedence: the host asked for, the current one, the one assigned to the person. */
type HostPreference = { requested?: string; current?: string; assigned?: string }

/** Hosts to try in order, and whose preference selected them. */
type HostSelection = { hosts: readonly Host[]; by: keyof HostPreference | 'nobody' }

/**
 * Returns no hosts when the one asked for does not exist. Skips a current or assigned host who no longer exists.
 * Without representatives, the host is the agent itself.
 */
export function selectHosts(config: SchedulingConfig, { requested, current, assigned }: HostPreference): HostSelection {
  const everyone = config.representatives.map(({ id, name, title }): Host => ({ id, name, title: title || undefined }))
  const named = (id: string | undefined) => everyone.filter((host) => host.id === id)
  if (requested !== undefined) return { hosts: named(requested), by: 'requested' }
  const itself = { id: '', name: config.defaultRepresentativeIdentity || undefined }
  if (everyone.length === 0) return { hosts: [itself], by: 'nobody' }
  if (named(current).length > 0) return { hosts: named(current), by: 'current' }
  if (named(assigned).length > 0) return { hosts: named(assigned), by: 'assigned' }
  return { hosts: everyone, by: 'nobody' }
}

export function assertKnownHost({ config, location }: SchedulingTerms, id: string | undefined): void {
  if (id === undefined || config.representatives.some((one) => one.id === id)) return
  const message = location
    ? `must be a representative of the agent who works at ${location.name}`
    : 'must be a representative of the agent'
  throw invalidRequest([{ field: 'representativeId', message }])
}

/**
 * The rules of bookings. With a location: its zone, and only the representatives who work there. `locations` are those
 * to choose from, until one is chosen.
 */
export type SchedulingTerms = {
  config: SchedulingConfig
  zone: string
  locations?: readonly AgentLocation[]
  location?: AgentLocation
}

export async function loadSchedulingTerms(db: Db, agent: AgentKey, definitions: Definitions): Promise<SchedulingTerms> {
  const { scheduling: config, locations } = await definitions.read(db, agent)
  return { config, zone: config.timezone ?? (await findOrgTimeZone(db, agent)), locations }
}

/** The location asked for, and the one that the person prefers. */
type LocationPreference = { requested?: string; preferred?: string }

/**
 * Narrows the terms to a location: the one asked for, else the one that the person prefers, else the only one. With
 * several and no preference, the agent's own hours and all representatives remain.
 */
export function selectLocation(terms: SchedulingTerms, { requested, preferred }: LocationPreference): SchedulingTerms {
  const { locations = [] } = terms
  if (requested !== undefined) {
    const location = findEnabledLocation(locations, requested)
    if (location) return narrowToLocation(terms, location)
    throw invalidRequest([{ field: 'locationId', message: 'must be an enabled location of the agent' }])
  }
  const resolution = resolveLocation({ locations }, { person: preferred })
  return resolution.kind === 'one' ? narrowToLocation(terms, resolution.location) : terms
}

/** An appointment stays at its location, even at one that was disabled since; one that is gone counts as none. */
export function keepLocation(terms: SchedulingTerms, current: string | undefined): SchedulingTerms {
  const location = terms.locations?.find(({ id }) => id === current)
  return location ? narrowToLocation(terms, location) : { ...terms, locations: [] }
}

function narrowToLocation(terms: SchedulingTerms, location: AgentLocation): SchedulingTerms {
  const representatives = terms.config.representatives.filter(({ id }) =>
    worksAt([location], { locationId: location.id, representativeId: id }),
  )
  const config = { ...terms.config, representatives }
  return { config, zone: location.timeZone ?? terms.zone, locations: [], location }
}

async function findOrgTimeZone(db: Db, { orgId }: AgentKey): Promise<string> {
  return (await findOrg(db, { id: orgId }))?.timeZone ?? 'UTC'
}

const defaultMinutes = 30

export function resolveDuration({ config }: SchedulingTerms, requested?: number): number {
  return requested ?? config.defaultDurationMinutes ?? defaultMinutes
}
