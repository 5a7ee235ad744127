import type { Db } from '../../../platform/db/database.ts'
import { problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { AskDeps } from '../deps.ts'
import { contains, type Interval } from '../slots/interval.ts'
import type { Busy } from '../slots/open-slots.ts'
import type { Host } from './appointment.ts'
import { busyElsewhere } from './elsewhere.ts'
import { allBusy, nobodyBusy, notOpen, openHosts, type TimeAsked } from './openness.ts'
import { holdHost, takenTimes } from './queries.ts'

/** What calendars have said, of whom and of which time. */
export type Heard = { busy: Busy; ids: readonly string[]; about: readonly Interval[] }

export const nothingHeard: Heard = { busy: nobodyBusy, ids: [], about: [] }

/** Asks for the hosts whom the hours leave open; nobody is asked in vain. Not inside a transaction. */
export async function askCalendars(db: Db, agent: AgentKey, asked: TimeAsked, deps: AskDeps): Promise<Heard> {
  const ids = openHosts(asked, nobodyBusy).flatMap(({ id }) => id || [])
  if (ids.length === 0) return nothingHeard
  const { busy } = await busyElsewhere(db, agent, { ids, range: asked.interval }, deps)
  return { busy, ids, about: [asked.interval] }
}

export type Reservation = TimeAsked & {
  heard: Heard
  /** The appointment that is being moved. */
  movingId?: string
}

/**
 * Who of the hosts has that time, and keeps it until the transaction ends. They are held one after the other in the
 * operator's order, which is the same for all who book, and only those who look open: an agent may have hundreds, and
 * the server has room for some thousands of such locks.
 */
export async function reserve(tx: Db, agent: AgentKey, reservation: Reservation): Promise<Host> {
  const look = async () => busyNow(tx, agent, reservation)
  let busy = await look()
  for (const host of openHosts(reservation, busy)) {
    if (!wasAsked(host, reservation)) throw changedMeanwhile()
    await holdHost(tx, agent, host.id)
    busy = await look()
    if (openHosts({ ...reservation, hosts: [host] }, busy).length > 0) return host
  }
  throw notOpen(reservation, busy)
}

async function busyNow(tx: Db, agent: AgentKey, { interval, heard, movingId }: Reservation): Promise<Busy> {
  return allBusy(await takenTimes(tx, agent, interval, movingId), heard.busy)
}

/** Calendars are asked before anything is held: the appointment, its person or the config may be others by now. */
function wasAsked({ id }: Host, { interval, heard }: Reservation): boolean {
  return id === '' || (heard.ids.includes(id) && contains(heard.about, interval))
}

function changedMeanwhile() {
  return problem('resource.conflict', 409, { detail: 'Somebody else made a change at the same moment: try again' })
}
