import { limitConcurrency } from '../../../platform/concurrency/concurrency.ts'
import type { AgentKey, OrgKey } from '../../../platform/http/route.ts'
import type { OAuthProvider } from '../../../platform/oauth-providers.ts'
import { readLimited } from '../../../platform/outbound/index.ts'
import { dayMilliseconds } from '../../../platform/world.ts'
import { callWithConnection, findConnections, type GrantUseDeps } from '../../connections/index.ts'
import { intersectIntervals, mergeIntervals, type TimeInterval } from '../slots/time.ts'
import type { CalendarAdapter, SendCalendarRequest } from './calendar.ts'
import { googleCalendar } from './google.ts'
import { microsoftCalendar } from './microsoft.ts'
import { findCalendarLinks, type StoredLink } from './queries.ts'

const maxAnswerBytes = 4 * 1024 * 1024

type CalendarClientOptions = { org: OrgKey; connectionId: string; signal: AbortSignal }

function createCalendarClient(
  deps: GrantUseDeps,
  { org, connectionId, signal }: CalendarClientOptions,
): SendCalendarRequest {
  return async ({ method, url, body, headers }) => {
    const response = await callWithConnection(deps, org, connectionId, (token) =>
      deps.fetch(url, {
        method,
        signal,
        redirect: 'error',
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
    )
    const bytes = await readLimited(response, maxAnswerBytes)
    return { status: response.status, body: parseJson(bytes.toString('utf8')) }
  }
}

/** Invalid JSON becomes undefined, which every schema rejects. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const calendarAdapters: ReadonlyMap<string, CalendarAdapter> = new Map([
  ['google', googleCalendar],
  ['microsoft', microsoftCalendar],
])

export function hasCalendars({ id, calendarApi }: OAuthProvider): boolean {
  return calendarApi !== undefined && calendarAdapters.has(id)
}

export type LinkedCalendar = Pick<StoredLink, 'connectionId' | 'calendarId'>
type CalendarAccess = LinkedCalendar & { org: OrgKey; signal: AbortSignal }

/** The account was disconnected. Connecting it again creates another connection. */
export class ConnectionRemovedError extends Error {}

/** Opens a calendar that can be used until the signal aborts. */
export async function openCalendar(deps: GrantUseDeps, { org, connectionId, calendarId, signal }: CalendarAccess) {
  const [connection] = await findConnections(deps.db, org, [connectionId])
  if (!connection) throw new ConnectionRemovedError('the account is no longer connected')
  const base = deps.providers.find(({ id }) => id === connection.provider)?.calendarApi
  const kind = calendarAdapters.get(connection.provider)
  if (base === undefined || !kind) throw new Error('the provider has no calendars')
  return kind(createCalendarClient(deps, { org, connectionId, signal }), { base, calendarId })
}

/** Merged busy times by representative; `unreachable` lists those whose calendar could not be queried. */
export type BusyTimes = { busy: Map<string, TimeInterval[]>; unreachable: string[] }

/** Must not be called inside a transaction. */
type FetchBusyTimes = (agent: AgentKey, representativeIds: readonly string[], range: TimeInterval) => Promise<BusyTimes>

export type Calendars = {
  /**
   * Queries the representatives' calendars, a few at a time. A representative without a calendar, or with an
   * unreachable one, counts as free. The busy times include events that Parley published: when moving an appointment,
   * subtract its time first.
   */
  busyTimes: FetchBusyTimes
  /** The same for display only: uses times cached for a few seconds. */
  recentBusyTimes: FetchBusyTimes
}

/** A person is waiting for open times: limit for all calendars together. */
const timeoutMilliseconds = 4_000
const maxConcurrentCalls = 10
const cacheMilliseconds = 15_000

type BusyRequest = { org: OrgKey; calendar: LinkedCalendar; range: TimeInterval; signal: AbortSignal }
type FetchCalendarBusy = (request: BusyRequest) => Promise<TimeInterval[] | undefined>

export function createCalendars(deps: GrantUseDeps, patience = timeoutMilliseconds): Calendars {
  const memory = createBusyCache(cacheMilliseconds)
  const askNow: FetchCalendarBusy = (request) => fetchBusyTimes(deps, request)

  const askOrRemember: FetchCalendarBusy = async ({ range, ...request }) => {
    const { connectionId, calendarId } = request.calendar
    const name = JSON.stringify([request.org.id, connectionId, calendarId])
    const now = deps.world.now().getTime()
    const remembered = memory.get(name, range, now)
    if (remembered) return intersectIntervals(remembered, [range])
    const days = expandToWholeDays(range)
    const busy = await askNow({ ...request, range: days })
    if (busy) memory.set(name, { range: days, busy }, now)
    return busy && intersectIntervals(busy, [range])
  }

  const by =
    (ask: FetchCalendarBusy): FetchBusyTimes =>
    async (agent, representativeIds, range) => {
      const links = await findCalendarLinks(deps.db, agent, representativeIds)
      // Representatives may share a calendar; it is queried once.
      const shared = Map.groupBy(links, ({ connectionId, calendarId }) => JSON.stringify([connectionId, calendarId]))
      const request = { org: { id: agent.orgId }, range, signal: AbortSignal.timeout(patience) }
      const inTurn = limitConcurrency(maxConcurrentCalls)
      const answers = [...shared.values()].map(async (same) => {
        const busy = await inTurn(() => ask({ ...request, calendar: same[0] as StoredLink }))
        return same.map(({ representativeId }) => ({ representativeId, busy }))
      })
      const all = (await Promise.all(answers)).flat()
      return {
        busy: new Map(all.flatMap(({ representativeId, busy }) => (busy ? [[representativeId, busy]] : []))),
        unreachable: all.filter(({ busy }) => !busy).map(({ representativeId }) => representativeId),
      }
    }

  return { busyTimes: by(askNow), recentBusyTimes: by(askOrRemember) }
}

/** Returns undefined when the calendar could not be queried in time. */
async function fetchBusyTimes(
  deps: GrantUseDeps,
  { calendar, range, ...request }: BusyRequest,
): Promise<TimeInterval[] | undefined> {
  if (request.signal.aborted) return undefined
  try {
    const asking = openCalendar(deps, { ...request, ...calendar }).then((it) => it.busy(range))
    return mergeIntervals(await rejectOnAbort(asking, request.signal))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    deps.log.warn({ connection: calendar.connectionId, reason }, "a calendar's busy times could not be read")
    return undefined
  }
}

/** A token refresh may come first, and that does not observe the signal. */
function rejectOnAbort<T>(asking: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    asking.then(resolve, reject)
  })
}

/** Rounds to whole days, so that a query a moment later hits the cache. */
function expandToWholeDays({ start, end }: TimeInterval): TimeInterval {
  const days = (at: number, round: (days: number) => number) => round(at / dayMilliseconds) * dayMilliseconds
  return { start: days(start, Math.floor), end: days(end, Math.ceil) }
}

type CachedBusyTimes = { range: TimeInterval; busy: TimeInterval[] }

/** Caches busy times for display; entries expire after `keptMilliseconds`. */
function createBusyCache(keptMilliseconds: number) {
  const known = new Map<string, CachedBusyTimes & { until: number }>()
  return {
    get(calendar: string, range: TimeInterval, now: number): TimeInterval[] | undefined {
      const cached = known.get(calendar)
      const holds = cached && now < cached.until && cached.range.start <= range.start && range.end <= cached.range.end
      return holds ? cached.busy : undefined
    },
    set(calendar: string, entry: CachedBusyTimes, now: number): void {
      // Reinserted at the end, so that expired entries come first.
      known.delete(calendar)
      known.set(calendar, { ...entry, until: now + keptMilliseconds })
      for (const [old, { until }] of known) {
        if (now < until) break
        known.delete(old)
      }
    },
  }
}
