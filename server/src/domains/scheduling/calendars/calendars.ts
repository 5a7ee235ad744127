import { limitConcurrency } from '../../../platform/concurrency/limit-concurrency.ts'
import type { AgentKey, OrgKey } from '../../../platform/http/route.ts'
import type { OAuthProvider } from '../../../platform/oauth-providers.ts'
import { readLimited } from '../../../platform/outbound/index.ts'
import { callWithConnection, findConnections, type GrantUseDeps } from '../../connections/index.ts'
import { intersectIntervals, mergeIntervals, type TimeInterval } from '../slots/interval.ts'
import type { CalendarAdapter, SendCalendarRequest } from './calendar.ts'
import { googleCalendar } from './google.ts'
import { microsoftCalendar } from './microsoft.ts'
import { findCalendarLinks, type StoredLink } from './queries.ts'

const maxAnswerBytes = 4 * 1024 * 1024

type CalendarClientOptions = { org: OrgKey; connectionId: string; signal: AbortSignal }

/** Asks with the token of a connection, until the signal fires. */
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

/** What is no JSON fits no schema, and is refused where it is read. */
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

/** Whether accounts at this provider have calendars that Parley can reach. */
export function hasCalendars({ id, calendarApi }: OAuthProvider): boolean {
  return calendarApi !== undefined && calendarAdapters.has(id)
}

export type LinkedCalendar = Pick<StoredLink, 'connectionId' | 'calendarId'>
type CalendarAccess = LinkedCalendar & { org: OrgKey; signal: AbortSignal }

/** The account was disconnected. One that is connected again is another connection. */
export class ConnectionRemovedError extends Error {}

/** A calendar that answers until the signal fires. */
export async function openCalendar(deps: GrantUseDeps, { org, connectionId, calendarId, signal }: CalendarAccess) {
  const [connection] = await findConnections(deps.db, org, [connectionId])
  if (!connection) throw new ConnectionRemovedError('the account is not connected any more')
  const base = deps.providers.find(({ id }) => id === connection.provider)?.calendarApi
  const kind = calendarAdapters.get(connection.provider)
  if (base === undefined || !kind) throw new Error('the provider has no calendars')
  return kind(createCalendarClient(deps, { org, connectionId, signal }), { base, calendarId })
}

/** For each representative when they are busy, merged; `unreachable` names those whose calendar could not be asked. */
export type BusyTimes = { busy: Map<string, TimeInterval[]>; unreachable: string[] }

/** Never to be called inside a transaction. */
type FetchBusyTimes = (agent: AgentKey, representativeIds: readonly string[], range: TimeInterval) => Promise<BusyTimes>

export type Calendars = {
  /**
   * Asks the calendars of the representatives, a few at a time; whoever has none, or one that cannot be reached, counts
   * as not busy. What Parley has put there is among the busy times: whoever moves an appointment takes its time out first.
   */
  busyTimes: FetchBusyTimes
  /** The same for those who only look: what a calendar has said in the last seconds will do. */
  recentBusyTimes: FetchBusyTimes
}

/** Somebody waits for an open time: longer than this, for all calendars together, they do not. */
const timeoutMilliseconds = 4_000
const maxConcurrentCalls = 10
const cacheMilliseconds = 15_000

type BusyRequest = { org: OrgKey; calendar: LinkedCalendar; range: TimeInterval; signal: AbortSignal }
type FetchCalendarBusy = (request: BusyRequest) => Promise<TimeInterval[] | undefined>

export function createCalendars(deps: GrantUseDeps, patience = timeoutMilliseconds): Calendars {
  const memory = createBusyCache(cacheMilliseconds)
  const askNow: FetchCalendarBusy = (request) => fetchBusyTimes(deps, request)

  const askOrRemember: FetchCalendarBusy = async ({ range, ...asked }) => {
    const { connectionId, calendarId } = asked.calendar
    const name = JSON.stringify([asked.org.id, connectionId, calendarId])
    const now = deps.world.now().getTime()
    const remembered = memory.get(name, range, now)
    if (remembered) return intersectIntervals(remembered, [range])
    const days = expandToWholeDays(range)
    const busy = await askNow({ ...asked, range: days })
    if (busy) memory.set(name, { range: days, busy }, now)
    return busy && intersectIntervals(busy, [range])
  }

  const by =
    (ask: FetchCalendarBusy): FetchBusyTimes =>
    async (agent, representativeIds, range) => {
      const links = await findCalendarLinks(deps.db, agent, representativeIds)
      // Several may share one calendar: it is asked once.
      const shared = Map.groupBy(links, ({ connectionId, calendarId }) => JSON.stringify([connectionId, calendarId]))
      const asked = { org: { id: agent.orgId }, range, signal: AbortSignal.timeout(patience) }
      const inTurn = limitConcurrency(maxConcurrentCalls)
      const answers = [...shared.values()].map(async (same) => {
        const busy = await inTurn(() => ask({ ...asked, calendar: same[0] as StoredLink }))
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

/** Undefined when the calendar could not be asked in time. */
async function fetchBusyTimes(
  deps: GrantUseDeps,
  { calendar, range, ...asked }: BusyRequest,
): Promise<TimeInterval[] | undefined> {
  if (asked.signal.aborted) return undefined
  try {
    const asking = openCalendar(deps, { ...asked, ...calendar }).then((it) => it.busy(range))
    return mergeIntervals(await rejectOnAbort(asking, asked.signal))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    deps.log.warn({ connection: calendar.connectionId, reason }, 'a calendar could not be asked for its busy times')
    return undefined
  }
}

/** A token may have to be refreshed first, which no signal ends. */
function rejectOnAbort<T>(asking: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    asking.then(resolve, reject)
  })
}

const dayMilliseconds = 86_400_000

/** Who looks again a moment later, from now on, looks into the same days. */
function expandToWholeDays({ start, end }: TimeInterval): TimeInterval {
  const days = (at: number, round: (days: number) => number) => round(at / dayMilliseconds) * dayMilliseconds
  return { start: days(start, Math.floor), end: days(end, Math.ceil) }
}

type CachedBusyTimes = { range: TimeInterval; busy: TimeInterval[] }

/** What calendars have said just now, for those who only look; what is older than so many milliseconds is forgotten. */
function createBusyCache(keptMilliseconds: number) {
  const known = new Map<string, CachedBusyTimes & { until: number }>()
  return {
    /** What a calendar has said of at least that range. */
    get(calendar: string, range: TimeInterval, now: number): TimeInterval[] | undefined {
      const said = known.get(calendar)
      const holds = said && now < said.until && said.range.start <= range.start && range.end <= said.range.end
      return holds ? said.busy : undefined
    },
    set(calendar: string, said: CachedBusyTimes, now: number): void {
      // The newest stands last, so that all that is too old stands first.
      known.delete(calendar)
      known.set(calendar, { ...said, until: now + keptMilliseconds })
      for (const [old, { until }] of known) {
        if (now < until) break
        known.delete(old)
      }
    },
  }
}
