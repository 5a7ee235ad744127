import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { again, defineWork, done, freshWork, nudge, type Outcome, retry } from '../../../platform/work/index.ts'
import { findAgentByKey } from '../../agents/index.ts'
import type { UseDeps } from '../../connections/index.ts'
import { ConnectionGone, reachCalendar } from './calendars.ts'
import { type AppointmentNow, eventOf } from './event.ts'
import {
  deleteEvent,
  type EventKey,
  findLink,
  keepTryingWithoutAgent,
  queueEvent,
  requeueEvents,
  reviveEvents,
} from './queries.ts'

const work = {
  kind: 'scheduling.calendar_events',
  table: 'calendar_events',
  key: ['agent_key', 'appointment_id', 'connection_id'],
} as const

/** The appointment as it is now, cancelled ones too; undefined when it is gone. */
export type ReadAppointment = (db: Db, agent: AgentKey, appointmentId: string) => Promise<AppointmentNow | undefined>
export type CalendarWorkDeps = UseDeps & { readAppointment: ReadAppointment }

/** For all calls that bring one event up to date; well inside the time of the work. */
const patienceMilliseconds = 20_000
/** How often an appointment may change while its event is being written, before others have their turn. */
const mostRounds = 3

/** Where the event of an appointment stands, and what it shows; without a sequence it is not there. */
type Shown = {
  calendar_id: string | null
  event_id: string | null
  shown_sequence: number | null
  shown_start: Date | null
  shown_end: Date | null
}
const nothing = { shown_sequence: null, shown_start: null, shown_end: null }

/** What the calendar is to show, and which calendar of the account. */
type Wanted = { appointment: AppointmentNow; calendarId?: string }
type Row = EventKey & Shown & { org_id: string }
/** Of an agent that was deleted the row is all that is left. */
type Showing = CalendarWorkDeps & { agent?: AgentKey; row: Row; signal: AbortSignal }

/** Makes calendars show what appointments are now, however often and in whatever order they have changed. */
export function calendarWork(deps: CalendarWorkDeps) {
  return defineWork({
    ...work,
    // About a day: a calendar that somebody must connect again is waited for.
    retry: { waitsSeconds: [30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 28_800] },
    async perform(row, context) {
      const agent = await findAgentByKey(deps.db, row.agent_key)
      const signal = AbortSignal.any([context.signal, AbortSignal.timeout(patienceMilliseconds)])
      return bringUpToDate({ ...deps, agent, row, signal })
    },
    giveUp: (tx, row) => keepTryingWithoutAgent(tx, row.org_id, row, freshWork(aDayAfter(deps.world.now()))),
  })
}

async function bringUpToDate(showing: Showing): Promise<Outcome<Shown>> {
  const { calendar_id, event_id, shown_sequence, shown_start, shown_end } = showing.row
  let shown: Shown = { calendar_id, event_id, shown_sequence, shown_start, shown_end }
  let wanted: Wanted | undefined
  try {
    // Read again after every write: a change that came meanwhile, and was written by another, is not overwritten.
    for (let round = 0; round < mostRounds; round++) {
      const appointment = await appointmentNow(showing)
      wanted = await wantedOf(showing, appointment)
      if (round > 0 && isShown(shown, wanted)) return settled(showing, shown, appointment)
      if (!wanted || !isIn(shown, wanted)) shown = await takenOut(showing, shown)
      if (wanted) shown = await put(showing, shown, wanted)
    }
    return again(showing.world.now(), { set: shown })
  } catch (error) {
    const outOfReach = error instanceof ConnectionGone && !wanted
    return outOfReach ? forgotten(showing) : retry(error, { set: shown })
  }
}

async function appointmentNow({ db, agent, row, readAppointment }: Showing): Promise<AppointmentNow | undefined> {
  return agent && readAppointment(db, agent, row.appointment_id)
}

/** Nothing when the appointment is off, or stands in the calendar of somebody else. */
async function wantedOf({ db, agent, row }: Showing, appointment?: AppointmentNow): Promise<Wanted | undefined> {
  if (!agent || !appointment || appointment.status === 'cancelled') return undefined
  const link = await findLink(db, agent, appointment.representativeId)
  return link?.connectionId === row.connection_id ? { appointment, calendarId: link.calendarId } : undefined
}

function isShown(shown: Shown, wanted: Wanted | undefined): boolean {
  if (!wanted) return shown.shown_sequence === null
  return shown.shown_sequence === wanted.appointment.sequence && isIn(shown, wanted)
}

function isIn(shown: Shown, { calendarId }: Wanted): boolean {
  return shown.calendar_id === (calendarId ?? null)
}

/** The id is kept: should the event have to come back, the provider must not take it for the one that is gone. */
async function takenOut(showing: Showing, { calendar_id, event_id }: Shown): Promise<Shown> {
  const calendar = await reach(showing, calendar_id)
  await calendar.remove(showing.row.appointment_id, event_id ?? undefined)
  return { calendar_id, event_id, ...nothing }
}

async function put(showing: Showing, shown: Shown, { appointment, calendarId }: Wanted): Promise<Shown> {
  const { sequence: shown_sequence, startUtc: shown_start, endUtc: shown_end } = appointment
  const calendar_id = calendarId ?? null
  const calendar = await reach(showing, calendar_id)
  const event_id = await calendar.put(eventOf(appointment), shown.event_id ?? undefined)
  return { calendar_id, event_id, shown_sequence, shown_start, shown_end }
}

function reach(showing: Showing, calendarId: string | null) {
  const { row, signal } = showing
  const account = { org: { id: row.org_id }, connectionId: row.connection_id, signal }
  return reachCalendar(showing, { ...account, calendarId: calendarId ?? undefined })
}

/** Of an appointment that was erased, nothing is kept here either. */
function settled(showing: Showing, shown: Shown, appointment: AppointmentNow | undefined): Outcome<Shown> {
  return appointment ? done({ set: shown }) : forgotten(showing)
}

function forgotten({ row }: Showing): Outcome<Shown> {
  return done({ write: (tx) => deleteEvent(tx, row.org_id, row) })
}

function aDayAfter(at: Date): Date {
  return new Date(at.getTime() + 86_400_000)
}

type Changed = { appointmentId: string; representativeId: string; now: Date }

/** For every change of an appointment, in its transaction: the calendars that show it, or should, are brought up to date. */
export async function queueCalendarEvent(tx: Db, agent: AgentKey, changed: Changed): Promise<void> {
  const { appointmentId, representativeId, now } = changed
  await requeueCalendarEvents(tx, agent, [appointmentId], now)
  const link = await findLink(tx, agent, representativeId)
  if (link) await queueEvent(tx, agent, { ...link, appointmentId, due: freshWork(now) })
}

/** For appointments that are erased, in that transaction: calendars that show them no longer do. */
export async function requeueCalendarEvents(
  tx: Db,
  agent: AgentKey,
  appointmentIds: readonly string[],
  now: Date,
): Promise<void> {
  await requeueEvents(tx, agent, appointmentIds, freshWork(now))
  nudge(tx, work.kind)
}

/** For a connection that works again: what was given up while it did not is tried again. */
export async function reviveCalendarEvents(tx: Db, orgId: string, connectionId: string, now: Date): Promise<void> {
  await reviveEvents(tx, orgId, connectionId, freshWork(now))
  nudge(tx, work.kind)
}
