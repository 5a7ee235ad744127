import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import {
  continueAt,
  defineWork,
  finish,
  newWorkColumns,
  nudge,
  retry,
  type WorkOutcome,
} from '../../../platform/work/index.ts'
import { findAgentByKey } from '../../agents/index.ts'
import type { GrantUseDeps } from '../../connections/index.ts'
import type { AppointmentEvent } from './calendar.ts'
import { ConnectionRemovedError, openCalendar } from './calendars.ts'
import {
  type CalendarEventKey,
  deleteCalendarEvent,
  enqueueEvent,
  findCalendarLink,
  requeueEvents,
  rescheduleOrphanedEvent,
  retryAbandonedEvents,
} from './queries.ts'

/** An appointment as a calendar needs it; the domain of appointments reads it. */
export type AppointmentSnapshot = {
  id: string
  representativeId: string
  status: string
  startUtc: Date
  endUtc: Date
  /** Grows with every change of the appointment. */
  sequence: number
  personName?: string
  notes?: string
}

/** Providers refuse more: Outlook a longer subject, Google a longer description. */
const maxTitleLength = 255
const maxDescriptionLength = 8000

function toAppointmentEvent({ id, personName, notes, startUtc, endUtc }: AppointmentSnapshot): AppointmentEvent {
  const title = truncateText(`Appointment: ${personName?.trim() || 'a person'}`, maxTitleLength)
  return {
    appointmentId: id,
    title,
    ...(notes && { description: truncateText(notes, maxDescriptionLength) }),
    startUtc,
    endUtc,
  }
}

function truncateText(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`
}

const work = {
  kind: 'scheduling.calendar_events',
  table: 'calendar_events',
  key: ['agent_key', 'appointment_id', 'connection_id'],
} as const

/** The appointment as it is now, cancelled ones too; undefined when it is gone. */
export type ReadAppointment = (
  db: Db,
  agent: AgentKey,
  appointmentId: string,
) => Promise<AppointmentSnapshot | undefined>
export type CalendarWorkDeps = GrantUseDeps & { readAppointment: ReadAppointment }

/** For all calls that bring one event up to date; well inside the time of the work. */
const timeoutMilliseconds = 20_000
/** How often an appointment may change while its event is being written, before others have their turn. */
const maxRounds = 3

/** Where the event of an appointment stands, and what it shows; without a sequence it is not there. */
type PublishedEvent = {
  calendar_id: string | null
  event_id: string | null
  shown_sequence: number | null
  shown_start: Date | null
  shown_end: Date | null
}
const notPublished = { shown_sequence: null, shown_start: null, shown_end: null }

/** What the calendar is to show, and which calendar of the account. */
type DesiredEvent = { appointment: AppointmentSnapshot; calendarId?: string }
type CalendarEventRow = CalendarEventKey & PublishedEvent & { org_id: string }
/** Of an agent that was deleted the row is all that is left. */
type SyncContext = CalendarWorkDeps & { agent?: AgentKey; row: CalendarEventRow; signal: AbortSignal }

/** Makes calendars show what appointments are now, however often and in whatever order they have changed. */
export function calendarWork(deps: CalendarWorkDeps) {
  return defineWork({
    ...work,
    // About a day: a calendar that somebody must connect again is waited for.
    retry: { waitsSeconds: [30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 28_800] },
    async perform(row, context) {
      const agent = await findAgentByKey(deps.db, row.agent_key)
      const signal = AbortSignal.any([context.signal, AbortSignal.timeout(timeoutMilliseconds)])
      return syncEvent({ ...deps, agent, row, signal })
    },
    giveUp: (tx, row) => rescheduleOrphanedEvent(tx, row.org_id, row, newWorkColumns(addDay(deps.world.now()))),
  })
}

async function syncEvent(context: SyncContext): Promise<WorkOutcome<PublishedEvent>> {
  const { calendar_id, event_id, shown_sequence, shown_start, shown_end } = context.row
  let shown: PublishedEvent = { calendar_id, event_id, shown_sequence, shown_start, shown_end }
  let wanted: DesiredEvent | undefined
  try {
    // Read again after every write: a change that came meanwhile, and was written by another, is not overwritten.
    for (let round = 0; round < maxRounds; round++) {
      const appointment = await readCurrentAppointment(context)
      wanted = await findDesiredEvent(context, appointment)
      if (round > 0 && isPublished(shown, wanted)) return completeSync(context, shown, appointment)
      if (!wanted || !isInCalendar(shown, wanted)) shown = await removeEvent(context, shown)
      if (wanted) shown = await writeEvent(context, shown, wanted)
    }
    return continueAt(context.world.now(), { set: shown })
  } catch (error) {
    const outOfReach = error instanceof ConnectionRemovedError && !wanted
    return outOfReach ? deletePublishedEvent(context) : retry(error, { set: shown })
  }
}

async function readCurrentAppointment({
  db,
  agent,
  row,
  readAppointment,
}: SyncContext): Promise<AppointmentSnapshot | undefined> {
  return agent && readAppointment(db, agent, row.appointment_id)
}

/** Nothing when the appointment is off, or stands in the calendar of somebody else. */
async function findDesiredEvent(
  { db, agent, row }: SyncContext,
  appointment?: AppointmentSnapshot,
): Promise<DesiredEvent | undefined> {
  if (!agent || !appointment || appointment.status === 'cancelled') return undefined
  const link = await findCalendarLink(db, agent, appointment.representativeId)
  return link?.connectionId === row.connection_id ? { appointment, calendarId: link.calendarId } : undefined
}

function isPublished(shown: PublishedEvent, wanted: DesiredEvent | undefined): boolean {
  if (!wanted) return shown.shown_sequence === null
  return shown.shown_sequence === wanted.appointment.sequence && isInCalendar(shown, wanted)
}

function isInCalendar(shown: PublishedEvent, { calendarId }: DesiredEvent): boolean {
  return shown.calendar_id === (calendarId ?? null)
}

/** The id is kept: should the event have to come back, the provider must not take it for the one that is gone. */
async function removeEvent(context: SyncContext, { calendar_id, event_id }: PublishedEvent): Promise<PublishedEvent> {
  const calendar = await openEventCalendar(context, calendar_id)
  await calendar.remove(context.row.appointment_id, event_id ?? undefined)
  return { calendar_id, event_id, ...notPublished }
}

async function writeEvent(
  context: SyncContext,
  shown: PublishedEvent,
  { appointment, calendarId }: DesiredEvent,
): Promise<PublishedEvent> {
  const { sequence: shown_sequence, startUtc: shown_start, endUtc: shown_end } = appointment
  const calendar_id = calendarId ?? null
  const calendar = await openEventCalendar(context, calendar_id)
  const event_id = await calendar.put(toAppointmentEvent(appointment), shown.event_id ?? undefined)
  return { calendar_id, event_id, shown_sequence, shown_start, shown_end }
}

function openEventCalendar(context: SyncContext, calendarId: string | null) {
  const { row, signal } = context
  const account = { org: { id: row.org_id }, connectionId: row.connection_id, signal }
  return openCalendar(context, { ...account, calendarId: calendarId ?? undefined })
}

/** Of an appointment that was erased, nothing is kept here either. */
function completeSync(
  context: SyncContext,
  shown: PublishedEvent,
  appointment: AppointmentSnapshot | undefined,
): WorkOutcome<PublishedEvent> {
  return appointment ? finish({ set: shown }) : deletePublishedEvent(context)
}

function deletePublishedEvent({ row }: SyncContext): WorkOutcome<PublishedEvent> {
  return finish({ write: (tx) => deleteCalendarEvent(tx, row.org_id, row) })
}

function addDay(at: Date): Date {
  return new Date(at.getTime() + 86_400_000)
}

type AppointmentUpdate = { appointmentId: string; representativeId: string; now: Date }

/** For every change of an appointment, in its transaction: the calendars that show it, or should, are brought up to date. */
export async function enqueueCalendarEvent(tx: Db, agent: AgentKey, changed: AppointmentUpdate): Promise<void> {
  const { appointmentId, representativeId, now } = changed
  await requeueCalendarEvents(tx, agent, [appointmentId], now)
  const link = await findCalendarLink(tx, agent, representativeId)
  if (link) await enqueueEvent(tx, agent, { ...link, appointmentId, due: newWorkColumns(now) })
}

/** For appointments that are erased, in that transaction: calendars that show them no longer do. */
export async function requeueCalendarEvents(
  tx: Db,
  agent: AgentKey,
  appointmentIds: readonly string[],
  now: Date,
): Promise<void> {
  await requeueEvents(tx, agent, appointmentIds, newWorkColumns(now))
  nudge(tx, work.kind)
}

/** For a connection that works again: what was given up while it did not is tried again. */
export async function retryAbandonedCalendarEvents(
  tx: Db,
  orgId: string,
  connectionId: string,
  now: Date,
): Promise<void> {
  await retryAbandonedEvents(tx, orgId, connectionId, newWorkColumns(now))
  nudge(tx, work.kind)
}
