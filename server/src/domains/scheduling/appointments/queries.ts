import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { pageNewestFirst } from '../../../platform/db/newest-first.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import { type ListPage, type PageQuery, toListPage } from '../../../platform/http/page.ts'
import type { AgentKey } from '../../../platform/http/route.ts'

import type { BusyByHost } from '../slots/open-slots.ts'
import { minuteMs, type TimeInterval } from '../slots/time.ts'
import type { DueColumns } from '../worker.ts'
import {
  type Appointment,
  type AppointmentHistoryEntry,
  type AppointmentStatus,
  maxAppointmentMinutes,
} from './appointment.ts'
import { createTimeTakenProblem } from './availability.ts'

/** Work columns of a row that may never be due. */
export type OptionalDue = DueColumns | (Omit<DueColumns, 'due_at'> & { due_at: null })

export type AppointmentFilter = {
  personKey?: number
  from?: number
  to?: number
  representativeId?: string
  locationId?: string
  status?: AppointmentStatus
}

export async function listAppointments(
  db: Db,
  agent: AgentKey,
  filter: AppointmentFilter,
  page: PageQuery,
): Promise<ListPage<Appointment>> {
  const { personKey, from, to, representativeId, locationId, status } = filter
  let rows = selectFromAppointments(db, agent)
  if (personKey !== undefined) rows = rows.where('appointment.person_key', '=', personKey)
  if (from !== undefined) rows = rows.where('appointment.start_at', '>=', new Date(from))
  if (to !== undefined) rows = rows.where('appointment.start_at', '<', new Date(to))
  if (representativeId !== undefined) rows = rows.where('appointment.representative_id', '=', representativeId)
  if (locationId !== undefined) rows = rows.where('appointment.location_id', '=', locationId)
  if (status) rows = rows.where('appointment.status', '=', status)
  const found = await pageNewestFirst(rows, page, { at: 'appointment.created_at', id: 'appointment.id' }).execute()
  return toListPage(found, page.limit, (row) => ({ at: row.created_at, id: row.id }), toAppointment)
}

export type AppointmentIds = { personId: string; appointmentId: string }

export async function findAppointment(
  db: Db,
  agent: AgentKey,
  { personId, appointmentId }: AppointmentIds,
): Promise<Appointment | undefined> {
  const row = await selectFromAppointments(db, agent)
    .where('appointment.id', '=', appointmentId)
    .where('person.id', '=', personId)
    .executeTakeFirst()
  return row && toAppointment(row)
}

/** Locks the appointment until the transaction ends. The caller must have locked its person first. */
export async function lockAppointment(
  tx: Db,
  agent: AgentKey,
  { personId, appointmentId }: AppointmentIds,
): Promise<Appointment | undefined> {
  const row = await selectFromAppointments(tx, agent)
    .where('appointment.id', '=', appointmentId)
    .where('person.id', '=', personId)
    .forUpdate('appointment')
    .executeTakeFirst()
  return row && toAppointment(row)
}

/** Finds an appointment regardless of its person. */
export async function findAppointmentById(db: Db, agent: AgentKey, id: string) {
  const row = await selectFromAppointments(db, agent)
    .select(['person.full_name', 'person.first_name', 'person.last_name'])
    .where('appointment.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { full_name: fullName, first_name: firstName, last_name: lastName } = row
  return { ...toAppointment(row), person: { fullName, firstName, lastName } }
}

export async function insertAppointment(
  tx: Db,
  agent: AgentKey,
  appointment: Appointment,
  due: OptionalDue,
): Promise<void> {
  const { id, createdAt } = appointment
  const values = { ...toAppointmentColumns(appointment), ...due, agent_key: agent.key, id, created_at: createdAt }
  await rethrowAsTaken(() => tx.insertInto('appointments').values(values).execute())
}

/** Without `due`, the work columns remain unchanged. */
export async function updateAppointment(
  tx: Db,
  agent: AgentKey,
  appointment: Appointment,
  due?: OptionalDue,
): Promise<void> {
  await rethrowAsTaken(() =>
    tx
      .updateTable('appointments')
      .set({ ...toAppointmentColumns(appointment), ...due })
      .where('agent_key', '=', agent.key)
      .where('id', '=', appointment.id)
      .execute(),
  )
}

/** Reassigns the appointments of a merged person, and returns whether there were any. */
export async function reassignAppointments(
  tx: Db,
  agent: AgentKey,
  { from, into }: { from: number; into: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('appointments')
    .set({ person_key: into })
    .where('agent_key', '=', agent.key)
    .where('person_key', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function listAppointmentIds(db: Db, agent: AgentKey, personKey: number): Promise<string[]> {
  const rows = await db
    .selectFrom('appointments')
    .select('id')
    .where('agent_key', '=', agent.key)
    .where('person_key', '=', personKey)
    .execute()
  return rows.map(({ id }) => id)
}

/** Start of the person's next appointment, including one in progress. */
export async function findNextCall(db: Db, agent: AgentKey, personKey: number, now: Date): Promise<Date | undefined> {
  const row = await db
    .selectFrom('appointments')
    .select('start_at')
    .where('agent_key', '=', agent.key)
    .where('person_key', '=', personKey)
    .where('status', '<>', 'cancelled')
    .where('end_at', '>', now)
    .orderBy('start_at')
    .limit(1)
    .executeTakeFirst()
  return row?.start_at
}

/** A person's appointments that are not over, soonest first. */
export async function findUpcomingAppointments(
  db: Db,
  agent: AgentKey,
  { personKey, now, most }: { personKey: number; now: Date; most: number },
): Promise<Appointment[]> {
  const rows = await selectFromAppointments(db, agent)
    .where('appointment.person_key', '=', personKey)
    .where('appointment.status', '<>', 'cancelled')
    .where('appointment.end_at', '>', now)
    .orderBy('appointment.start_at')
    .orderBy('appointment.id')
    .limit(most)
    .execute()
  return rows.map(toAppointment)
}

type BookedTimesQuery = {
  /** Without a representative, each location is booked itself: only appointments there count. */
  locationId?: string | undefined
  /** The appointment that is being moved, which does not count. */
  movingId?: string | undefined
}

/** Booked times in the range by representative. */
export async function findBookedTimes(
  db: Db,
  agent: AgentKey,
  range: TimeInterval,
  { locationId, movingId = '' }: BookedTimesQuery,
): Promise<BusyByHost> {
  const { start, end, earliest } = toRangeBounds(range)
  const { rows } = await sql<TimeRow>`
    select representative_id, ${milliseconds('start_at')} as start, ${milliseconds('end_at')} as end from appointments
     where agent_key = ${agent.key} and status <> 'cancelled' and id <> ${movingId}
       and (representative_id <> '' or location_id is not distinct from ${locationId ?? null}::text)
       and start_at < ${end} and start_at > ${earliest} and end_at > ${start}`.execute(db)
  return groupBusyTimes(rows)
}

/** Times that the representatives' calendars show for this agent's appointments, as last published. */
export async function findPublishedTimes(db: Db, agent: AgentKey, range: TimeInterval): Promise<BusyByHost> {
  const { start, end, earliest } = toRangeBounds(range)
  const { rows } = await sql<TimeRow>`
    select link.representative_id,
           ${milliseconds('event.published_start')} as start, ${milliseconds('event.published_end')} as end
      from calendar_events as event
      join calendar_links as link
        on link.agent_key = event.agent_key and link.connection_id = event.connection_id
       and link.calendar_id is not distinct from event.calendar_id
     where event.agent_key = ${agent.key}
       and event.published_start < ${end} and event.published_start > ${earliest} and event.published_end > ${start}`.execute(
    db,
  )
  return groupBusyTimes(rows)
}

/** No appointment is longer than a day, which lets an index by start find a week among years of appointments. */
function toRangeBounds({ start, end }: TimeInterval) {
  const earliest = start - maxAppointmentMinutes * minuteMs
  return { start: new Date(start), end: new Date(end), earliest: new Date(earliest) }
}

type TimeRow = { representative_id: string } & TimeInterval

/** The driver takes ten times longer to parse a timestamp than a number, and there are thousands. */
const milliseconds = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`

function groupBusyTimes(rows: readonly TimeRow[]): BusyByHost {
  const busy = new Map<string, TimeInterval[]>()
  for (const { representative_id, start, end } of rows) {
    const times = busy.get(representative_id) ?? []
    times.push({ start, end })
    busy.set(representative_id, times)
  }
  return busy
}

/** Serializes bookings of this representative until the transaction ends, among callers that take this lock. */
export async function lockHost(
  tx: Db,
  agent: AgentKey,
  representativeId: string,
  locationId: string | undefined,
): Promise<void> {
  const place = representativeId === '' && locationId !== undefined ? ` at ${locationId}` : ''
  const about = `appointments ${agent.key} ${representativeId}${place}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${about}, 0))`.execute(tx)
}

/** PostgreSQL's exclusion_violation, here of `appointments_do_not_overlap`. */
const exclusionViolation = '23P01'

async function rethrowAsTaken(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    throw (error as { code?: string }).code === exclusionViolation ? createTimeTakenProblem() : error
  }
}

type AppointmentRow = Selectable<Tables['appointments']> & { person_id: string }
type JoinedAppointmentRow = Tables & { appointment: Tables['appointments']; person: Tables['people'] }

function selectFromAppointments(
  db: Db,
  agent: AgentKey,
): SelectQueryBuilder<JoinedAppointmentRow, 'appointment' | 'person', AppointmentRow> {
  return db
    .selectFrom('appointments as appointment')
    .innerJoin('people as person', (join) =>
      join
        .onRef('person.agent_key', '=', 'appointment.agent_key')
        .onRef('person.person_key', '=', 'appointment.person_key'),
    )
    .selectAll('appointment')
    .select('person.id as person_id')
    .where('appointment.agent_key', '=', agent.key)
}

function toAppointmentColumns(appointment: Appointment) {
  const { host, location } = appointment
  return {
    person_key: appointment.personKey,
    representative_id: host.id,
    representative_name: host.name ?? null,
    representative_title: host.title ?? null,
    location_id: location?.id ?? null,
    location_name: location?.name ?? null,
    location_address: location?.address ?? null,
    start_at: appointment.startUtc,
    end_at: appointment.endUtc,
    prospect_timezone: appointment.prospectTimezone,
    status: appointment.status,
    notes: appointment.notes ?? null,
    history: JSON.stringify(appointment.history),
    sequence: appointment.sequence,
    updated_at: appointment.updatedAt,
  }
}

function toAppointment(row: AppointmentRow): Appointment {
  const name = row.representative_name ?? undefined
  const location = toLocation(row)
  return {
    id: row.id,
    personKey: row.person_key,
    personId: row.person_id,
    host: { id: row.representative_id, name, title: row.representative_title ?? undefined },
    ...(location && { location }),
    startUtc: row.start_at,
    endUtc: row.end_at,
    prospectTimezone: row.prospect_timezone,
    status: row.status as AppointmentStatus,
    notes: row.notes ?? undefined,
    history: row.history as AppointmentHistoryEntry[],
    sequence: row.sequence,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function toLocation({ location_id: id, location_name: name, location_address: address }: AppointmentRow) {
  return id === null ? undefined : { id, name: name ?? id, ...(address !== null && { address }) }
}
