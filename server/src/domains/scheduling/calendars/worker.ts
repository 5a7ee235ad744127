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

/** The fields of an appointment that a calendar event needs; read by the appointments part. */
export type AppointmentSnapshot = {
  id: string
  representativeId: string
  status: string
  startUtc: Date
  endUtc: Date
  /** Increases with every change of the appointment. */
  sequence: number
  personName?: string
  /** Where it takes place. */
  location?: string
  notes?: string
}

/** Provider limits: Outlook for the subject, Google for the description. */
const maxTitleLength = 255
const maxDescriptionLength = 8000

function toAppointmentEvent({
  id,
  personName,
  location,
  notes,
  startUtc,
  endUtc,
}: AppointmentSnapshot): AppointmentEvent {
  const title = truncateText(`Appointment: ${personName?.trim() || 'a person'}`, maxTitleLength)
  return {
    appointmentId: id,
    title,
    ...(notes && { description: truncateText(notes, maxDescriptionLength) }),
    ...(location && { location: truncateText(location, maxTitleLength) }),
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

/** The current appointment, even if canceled; undefined when it no longer exists. */
export type ReadAppointment = (
  db: Db,
  agent: AgentKey,
  appointmentId: string,
) => Promise<AppointmentSnapshot | undefined>
export type CalendarWorkDeps = GrantUseDeps & { readAppointment: ReadAppointment }

/** For all requests that update one event; well below the timeout of the work. */
const timeoutMilliseconds = 20_000
/** How many times an appointment may change while its event is being written, before other work gets its turn. */
const maxRounds = 3

/** Location and content of a published event; without a sequence it is not published. */
type PublishedEvent = {
  calendar_id: string | null
  event_id: string | null
  published_sequence: number | null
  published_start: Date | null
  published_end: Date | null
}
const notPublished = { published_sequence: null, published_start: null, published_end: null }

/** The event that should exist, and in which calendar of the account. */
type DesiredEvent = { appointment: AppointmentSnapshot; calendarId?: string }
type CalendarEventRow = CalendarEventKey & PublishedEvent & { org_id: string }
/** `agent` is undefined after the agent was deleted; only the row remains. */
type SyncContext = CalendarWorkDeps & { agent?: AgentKey; row: CalendarEventRow; signal: AbortSignal }

/** Brings calendars up to date with appointments, however often and in whatever order these changed. */
export function calendarWork(deps: CalendarWorkDeps) {
  return defineWork({
    ...work,
    // Retries for about a day, to give someone time to reconnect the calendar.
    retry: { delaysSeconds: [30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 28_800] },
    async perform(row, context) {
      const agent = await findAgentByKey(deps.db, row.agent_key)
      const signal = AbortSignal.any([context.signal, AbortSignal.timeout(timeoutMilliseconds)])
      return syncEvent({ ...deps, agent, row, signal })
    },
    giveUp: (tx, row) => rescheduleOrphanedEvent(tx, row.org_id, row, newWorkColumns(addDay(deps.world.now()))),
  })
}

async function syncEvent(context: SyncContext): Promise<WorkOutcome<PublishedEvent>> {
  const { calendar_id, event_id, published_sequence, published_start, published_end } = context.row
  let published: PublishedEvent = { calendar_id, event_id, published_sequence, published_start, published_end }
  let wanted: DesiredEvent | undefined
  try {
    // Reads again after every write, so that a concurrent change written by another process is not overwritten.
    for (let round = 0; round < maxRounds; round++) {
      const appointment = await readCurrentAppointment(context)
      wanted = await findDesiredEvent(context, appointment)
      if (round > 0 && isPublished(published, wanted)) return completeSync(context, published, appointment)
      if (!wanted || !isInCalendar(published, wanted)) published = await removeEvent(context, published)
      if (wanted) published = await writeEvent(context, published, wanted)
    }
    return continueAt(context.world.now(), { set: published })
  } catch (error) {
    const outOfReach = error instanceof ConnectionRemovedError && !wanted
    return outOfReach ? deletePublishedEvent(context) : retry(error, { set: published })
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

/** Returns undefined when the appointment is canceled or belongs in another calendar. */
async function findDesiredEvent(
  { db, agent, row }: SyncContext,
  appointment?: AppointmentSnapshot,
): Promise<DesiredEvent | undefined> {
  if (!agent || !appointment || appointment.status === 'cancelled') return undefined
  const link = await findCalendarLink(db, agent, appointment.representativeId)
  return link?.connectionId === row.connection_id ? { appointment, calendarId: link.calendarId } : undefined
}

function isPublished(published: PublishedEvent, wanted: DesiredEvent | undefined): boolean {
  if (!wanted) return published.published_sequence === null
  return published.published_sequence === wanted.appointment.sequence && isInCalendar(published, wanted)
}

function isInCalendar(published: PublishedEvent, { calendarId }: DesiredEvent): boolean {
  return published.calendar_id === (calendarId ?? null)
}

/** Retains the event id: if the event has to be recreated, the provider must not mistake it for the deleted one. */
async function removeEvent(context: SyncContext, { calendar_id, event_id }: PublishedEvent): Promise<PublishedEvent> {
  const calendar = await openEventCalendar(context, calendar_id)
  await calendar.remove(context.row.appointment_id, event_id ?? undefined)
  return { calendar_id, event_id, ...notPublished }
}

async function writeEvent(
  context: SyncContext,
  published: PublishedEvent,
  { appointment, calendarId }: DesiredEvent,
): Promise<PublishedEvent> {
  const { sequence: published_sequence, startUtc: published_start, endUtc: published_end } = appointment
  const calendar_id = calendarId ?? null
  const calendar = await openEventCalendar(context, calendar_id)
  const event_id = await calendar.put(toAppointmentEvent(appointment), published.event_id ?? undefined)
  return { calendar_id, event_id, published_sequence, published_start, published_end }
}

function openEventCalendar(context: SyncContext, calendarId: string | null) {
  const { row, signal } = context
  const account = { org: { id: row.org_id }, connectionId: row.connection_id, signal }
  return openCalendar(context, { ...account, calendarId: calendarId ?? undefined })
}

/** Deletes the row of an erased appointment. */
function completeSync(
  context: SyncContext,
  published: PublishedEvent,
  appointment: AppointmentSnapshot | undefined,
): WorkOutcome<PublishedEvent> {
  return appointment ? finish({ set: published }) : deletePublishedEvent(context)
}

function deletePublishedEvent({ row }: SyncContext): WorkOutcome<PublishedEvent> {
  return finish({ write: (tx) => deleteCalendarEvent(tx, row.org_id, row) })
}

function addDay(at: Date): Date {
  return new Date(at.getTime() + 86_400_000)
}

type AppointmentUpdate = { appointmentId: string; representativeId: string; now: Date }

/** Queues updates of the calendars that show the appointment or should, in the transaction of the change. */
export async function enqueueCalendarEvent(tx: Db, agent: AgentKey, changed: AppointmentUpdate): Promise<void> {
  const { appointmentId, representativeId, now } = changed
  await requeueCalendarEvents(tx, agent, [appointmentId], now)
  const link = await findCalendarLink(tx, agent, representativeId)
  if (link) await enqueueEvent(tx, agent, { ...link, appointmentId, due: newWorkColumns(now) })
}

/**
 * Queues updates of the calendars that show these appointments, in the caller's transaction. For an erased appointment
 * this removes the event.
 */
export async function requeueCalendarEvents(
  tx: Db,
  agent: AgentKey,
  appointmentIds: readonly string[],
  now: Date,
): Promise<void> {
  await requeueEvents(tx, agent, appointmentIds, newWorkColumns(now))
  nudge(tx, work.kind)
}

export async function retryAbandonedCalendarEvents(
  tx: Db,
  orgId: string,
  connectionId: string,
  now: Date,
): Promise<void> {
  await retryAbandonedEvents(tx, orgId, connectionId, newWorkColumns(now))
  nudge(tx, work.kind)
}
