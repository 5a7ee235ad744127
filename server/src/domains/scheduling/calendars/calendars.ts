import type { AgentKey, OrgKey } from '../../../platform/http/route.ts'
import type { OAuthProvider } from '../../../platform/oauth-providers.ts'
import { takingTurns } from '../../../platform/thread/turns.ts'
import { findConnections, type UseDeps } from '../../connections/index.ts'
import { type Interval, intersect, merged } from '../slots/interval.ts'
import { askWith } from './ask.ts'
import { busyMemory } from './busy-memory.ts'
import type { CalendarKind } from './calendar.ts'
import { googleCalendar } from './google.ts'
import { microsoftCalendar } from './microsoft.ts'
import { type KeptLink, linksOf } from './queries.ts'

const kinds: ReadonlyMap<string, CalendarKind> = new Map([
  ['google', googleCalendar],
  ['microsoft', microsoftCalendar],
])

/** Whether accounts at this provider have calendars that Parley can reach. */
export function hasCalendars({ id, calendarApi }: OAuthProvider): boolean {
  return calendarApi !== undefined && kinds.has(id)
}

export type LinkedCalendar = Pick<KeptLink, 'connectionId' | 'calendarId'>
type Reached = LinkedCalendar & { org: OrgKey; signal: AbortSignal }

/** The account was disconnected. One that is connected again is another connection. */
export class ConnectionGone extends Error {}

/** A calendar that answers until the signal fires. */
export async function reachCalendar(deps: UseDeps, { org, connectionId, calendarId, signal }: Reached) {
  const [connection] = await findConnections(deps.db, org, [connectionId])
  if (!connection) throw new ConnectionGone('the account is not connected any more')
  const base = deps.providers.find(({ id }) => id === connection.provider)?.calendarApi
  const kind = kinds.get(connection.provider)
  if (base === undefined || !kind) throw new Error('the provider has no calendars')
  return kind(askWith(deps, { org, connectionId, signal }), { base, calendarId })
}

/** For each representative when they are busy, merged; `unreachable` names those whose calendar could not be asked. */
export type BusyTimes = { busy: Map<string, Interval[]>; unreachable: string[] }

/** Never to be called inside a transaction. */
type AskBusyTimes = (agent: AgentKey, representativeIds: readonly string[], range: Interval) => Promise<BusyTimes>

export type Calendars = {
  /**
   * Asks the calendars of the representatives, a few at a time; whoever has none, or one that cannot be reached, counts
   * as not busy. What Parley has put there is among the busy times: whoever moves an appointment takes its time out first.
   */
  busyTimes: AskBusyTimes
  /** The same for those who only look: what a calendar has said in the last seconds will do. */
  recentBusyTimes: AskBusyTimes
}

/** Somebody waits for an open time: longer than this, for all calendars together, they do not. */
const patienceMilliseconds = 4_000
const mostAtOnce = 10
const rememberedMilliseconds = 15_000

type Asked = { org: OrgKey; calendar: LinkedCalendar; range: Interval; signal: AbortSignal }
type Ask = (asked: Asked) => Promise<Interval[] | undefined>

export function calendarsOf(deps: UseDeps, patience = patienceMilliseconds): Calendars {
  const memory = busyMemory(rememberedMilliseconds)
  const askNow: Ask = (asked) => busyNow(deps, asked)

  const askOrRemember: Ask = async ({ range, ...asked }) => {
    const { connectionId, calendarId } = asked.calendar
    const name = JSON.stringify([asked.org.id, connectionId, calendarId])
    const now = deps.world.now().getTime()
    const remembered = memory.find(name, range, now)
    if (remembered) return intersect(remembered, [range])
    const days = wholeDays(range)
    const busy = await askNow({ ...asked, range: days })
    if (busy) memory.keep(name, { range: days, busy }, now)
    return busy && intersect(busy, [range])
  }

  const by =
    (ask: Ask): AskBusyTimes =>
    async (agent, representativeIds, range) => {
      const links = await linksOf(deps.db, agent, representativeIds)
      // Several may share one calendar: it is asked once.
      const shared = Map.groupBy(links, ({ connectionId, calendarId }) => JSON.stringify([connectionId, calendarId]))
      const asked = { org: { id: agent.orgId }, range, signal: AbortSignal.timeout(patience) }
      const inTurn = takingTurns(mostAtOnce)
      const answers = [...shared.values()].map(async (same) => {
        const busy = await inTurn(() => ask({ ...asked, calendar: same[0] as KeptLink }))
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
async function busyNow(deps: UseDeps, { calendar, range, ...asked }: Asked): Promise<Interval[] | undefined> {
  if (asked.signal.aborted) return undefined
  try {
    const asking = reachCalendar(deps, { ...asked, ...calendar }).then((it) => it.busy(range))
    return merged(await unlessAborted(asking, asked.signal))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    deps.log.warn({ connection: calendar.connectionId, reason }, 'a calendar could not be asked for its busy times')
    return undefined
  }
}

/** A token may have to be refreshed first, which no signal ends. */
function unlessAborted<T>(asking: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    asking.then(resolve, reject)
  })
}

const dayMilliseconds = 86_400_000

/** Who looks again a moment later, from now on, looks into the same days. */
function wholeDays({ start, end }: Interval): Interval {
  const days = (at: number, round: (days: number) => number) => round(at / dayMilliseconds) * dayMilliseconds
  return { start: days(start, Math.floor), end: days(end, Math.ceil) }
}
