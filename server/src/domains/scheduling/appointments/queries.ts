import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { newestFirst } from '../../../platform/db/newest-first.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import { type Page, type PageQuery, pageOf } from '../../../platform/http/page.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Interval } from '../slots/interval.ts'
import type { Busy } from '../slots/open-slots.ts'
import { minuteMs } from '../slots/wall-clock.ts'
import type { Due } from '../worker.ts'
import { type Appointment, type AppointmentStatus, type HistoryEntry, longestMinutes } from './appointment.ts'
import { taken } from './openness.ts'

export { inTransaction } from '../../../platform/db/transaction.ts'

/** When the row is to be worked, if ever. */
export type MaybeDue = Due | (Omit<Due, 'due_at'> & { due_at: null })

export type AppointmentFilter = {
  personKey?: number
  from?: number
  to?: number
  representativeId?: string
  status?: AppointmentStatus
}

export async function listAppointments(
  db: Db,
  agent: AgentKey,
  filter: AppointmentFilter,
  page: PageQuery,
): Promise<Page<Appointment>> {
  const { personKey, from, to, representativeId, status } = filter
  let rows = appointmentsOf(db, agent)
  if (personKey !== undefined) rows = rows.where('appointment.person_key', '=', personKey)
  if (from !== undefined) rows = rows.where('appointment.start_at', '>=', new Date(from))
  if (to !== undefined) rows = rows.where('appointment.start_at', '<', new Date(to))
  if (representativeId !== undefined) rows = rows.where('appointment.representative_id', '=', representativeId)
  if (status) rows = rows.where('appointment.status', '=', status)
  const found = await newestFirst(rows, page, { at: 'appointment.created_at', id: 'appointment.id' }).execute()
  return pageOf(found, page.limit, (row) => ({ at: row.created_at, id: row.id }), toAppointment)
}

export type AppointmentPath = { personId: string; appointmentId: string }

export async function findAppointment(
  db: Db,
  agent: AgentKey,
  { personId, appointmentId }: AppointmentPath,
): Promise<Appointment | undefined> {
  const row = await appointmentsOf(db, agent)
    .where('appointment.id', '=', appointmentId)
    .where('person.id', '=', personId)
    .executeTakeFirst()
  return row && toAppointment(row)
}

/** Holds the appointment still until the transaction ends; its person must be held already. */
export async function lockAppointment(
  tx: Db,
  agent: AgentKey,
  { personId, appointmentId }: AppointmentPath,
): Promise<Appointment | undefined> {
  const row = await appointmentsOf(tx, agent)
    .where('appointment.id', '=', appointmentId)
    .where('person.id', '=', personId)
    .forUpdate('appointment')
    .executeTakeFirst()
  return row && toAppointment(row)
}

/** Whosever it is. */
export async function findAppointmentById(db: Db, agent: AgentKey, id: string) {
  const row = await appointmentsOf(db, agent)
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
  due: MaybeDue,
): Promise<void> {
  const { id, createdAt } = appointment
  const values = { ...columnsOf(appointment), ...due, agent_key: agent.key, id, created_at: createdAt }
  await unlessTaken(() => tx.insertInto('appointments').values(values).execute())
}

/** Without `due`, when it is to be worked stays as it is. */
export async function updateAppointment(
  tx: Db,
  agent: AgentKey,
  appointment: Appointment,
  due?: MaybeDue,
): Promise<void> {
  await unlessTaken(() =>
    tx
      .updateTable('appointments')
      .set({ ...columnsOf(appointment), ...due })
      .where('agent_key', '=', agent.key)
      .where('id', '=', appointment.id)
      .execute(),
  )
}

/** Of a merged person the appointments go to who is left; whether there were any. */
export async function moveAppointments(
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

export async function appointmentIdsOf(db: Db, agent: AgentKey, personKey: number): Promise<string[]> {
  const rows = await db
    .selectFrom('appointments')
    .select('id')
    .where('agent_key', '=', agent.key)
    .where('person_key', '=', personKey)
    .execute()
  return rows.map(({ id }) => id)
}

/** The beginning of the person's next appointment, one that is under way included. */
export async function nextCallOf(db: Db, agent: AgentKey, personKey: number, now: Date): Promise<Date | undefined> {
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

/** Those of a person that are not over, the soonest first. */
export async function appointmentsToCome(
  db: Db,
  agent: AgentKey,
  { personKey, now, most }: { personKey: number; now: Date; most: number },
): Promise<Appointment[]> {
  const rows = await appointmentsOf(db, agent)
    .where('appointment.person_key', '=', personKey)
    .where('appointment.status', '<>', 'cancelled')
    .where('appointment.end_at', '>', now)
    .orderBy('appointment.start_at')
    .orderBy('appointment.id')
    .limit(most)
    .execute()
  return rows.map(toAppointment)
}

/** When whose time is taken in the range, but for one appointment that is being moved. */
export async function takenTimes(db: Db, agent: AgentKey, range: Interval, movingId = ''): Promise<Busy> {
  const { start, end, earliest } = edgesOf(range)
  const { rows } = await sql<TimeRow>`
    select representative_id, ${milliseconds('start_at')} as start, ${milliseconds('end_at')} as end from appointments
     where agent_key = ${agent.key} and status <> 'cancelled' and id <> ${movingId}
       and start_at < ${end} and start_at > ${earliest} and end_at > ${start}`.execute(db)
  return busyOf(rows)
}

/** When the calendars of which representatives show appointments of this agent, as they were when last written there. */
export async function shownTimes(db: Db, agent: AgentKey, range: Interval): Promise<Busy> {
  const { start, end, earliest } = edgesOf(range)
  const { rows } = await sql<TimeRow>`
    select link.representative_id,
           ${milliseconds('event.shown_start')} as start, ${milliseconds('event.shown_end')} as end
      from calendar_events as event
      join calendar_links as link
        on link.agent_key = event.agent_key and link.connection_id = event.connection_id
       and link.calendar_id is not distinct from event.calendar_id
     where event.agent_key = ${agent.key}
       and event.shown_start < ${end} and event.shown_start > ${earliest} and event.shown_end > ${start}`.execute(db)
  return busyOf(rows)
}

/** No appointment is longer than a day: with that, an index by start finds a week among years of them. */
function edgesOf({ start, end }: Interval) {
  const earliest = start - longestMinutes * minuteMs
  return { start: new Date(start), end: new Date(end), earliest: new Date(earliest) }
}

type TimeRow = { representative_id: string } & Interval

/** To the driver a time costs ten times what a number does, and there are thousands. */
const milliseconds = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`

function busyOf(rows: readonly TimeRow[]): Busy {
  const busy = new Map<string, Interval[]>()
  for (const { representative_id, start, end } of rows) {
    const times = busy.get(representative_id) ?? []
    times.push({ start, end })
    busy.set(representative_id, times)
  }
  return busy
}

/** Until the transaction ends, nobody else who asks like this may book that representative. */
export async function holdHost(tx: Db, agent: AgentKey, representativeId: string): Promise<void> {
  const about = `appointments ${agent.key} ${representativeId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${about}, 0))`.execute(tx)
}

/** Of PostgreSQL: a constraint that excludes was violated, here `appointments_do_not_overlap`. */
const excluded = '23P01'

async function unlessTaken(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    throw (error as { code?: string }).code === excluded ? taken() : error
  }
}

type Row = Selectable<Tables['appointments']> & { person_id: string }
type Joined = Tables & { appointment: Tables['appointments']; person: Tables['people'] }

function appointmentsOf(db: Db, agent: AgentKey): SelectQueryBuilder<Joined, 'appointment' | 'person', Row> {
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

function columnsOf(appointment: Appointment) {
  const { host } = appointment
  return {
    person_key: appointment.personKey,
    representative_id: host.id,
    representative_name: host.name ?? null,
    representative_title: host.title ?? null,
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

function toAppointment(row: Row): Appointment {
  const name = row.representative_name ?? undefined
  return {
    id: row.id,
    personKey: row.person_key,
    personId: row.person_id,
    host: { id: row.representative_id, name, title: row.representative_title ?? undefined },
    startUtc: row.start_at,
    endUtc: row.end_at,
    prospectTimezone: row.prospect_timezone,
    status: row.status as AppointmentStatus,
    notes: row.notes ?? undefined,
    history: row.history as HistoryEntry[],
    sequence: row.sequence,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
