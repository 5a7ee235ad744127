import { type Selectable, sql } from 'kysely'
import { withinLimit } from '../../../platform/db/agent-limit.ts'
import type { Db } from '../../../platform/db/database.ts'
import { pageNewestFirst } from '../../../platform/db/newest-first.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import { type ListPage, type PageQuery, toListPage } from '../../../platform/http/page.ts'
import type { AgentKey, OrgKey } from '../../../platform/http/route.ts'
import type { DueColumns } from '../worker.ts'
import type { CalendarLink } from './link.ts'

/** A stored link; its status comes from the connection. */
export type StoredLink = Omit<CalendarLink, 'status'>

export async function listCalendarLinks(db: Db, agent: AgentKey, page: PageQuery): Promise<ListPage<StoredLink>> {
  const rows = db.selectFrom('calendar_links').selectAll().where('agent_key', '=', agent.key)
  const found = await pageNewestFirst(rows, page, { at: 'created_at', id: 'representative_id' }).execute()
  return toListPage(found, page.limit, (row) => ({ at: row.created_at, id: row.representative_id }), toLink)
}

export async function findCalendarLinks(
  db: Db,
  agent: AgentKey,
  representativeIds: readonly string[],
): Promise<StoredLink[]> {
  if (representativeIds.length === 0) return []
  const rows = await db
    .selectFrom('calendar_links')
    .selectAll()
    .where('agent_key', '=', agent.key)
    .where('representative_id', 'in', representativeIds)
    .execute()
  return rows.map(toLink)
}

export async function findCalendarLink(
  db: Db,
  agent: AgentKey,
  representativeId: string,
): Promise<StoredLink | undefined> {
  const row = await selectLink(db, agent, representativeId).executeTakeFirst()
  return row && toLink(row)
}

export async function lockCalendarLink(
  db: Db,
  agent: AgentKey,
  representativeId: string,
): Promise<StoredLink | undefined> {
  const row = await selectLink(db, agent, representativeId).forUpdate().executeTakeFirst()
  return row && toLink(row)
}

function selectLink(db: Db, agent: AgentKey, representativeId: string) {
  return db
    .selectFrom('calendar_links')
    .selectAll()
    .where('agent_key', '=', agent.key)
    .where('representative_id', '=', representativeId)
}

type NewLink = { representativeId: string; connectionId: string; calendarId?: string; now: Date }

export async function upsertCalendarLink(db: Db, agent: AgentKey, link: NewLink): Promise<StoredLink> {
  const linked = { connection_id: link.connectionId, calendar_id: link.calendarId ?? null, updated_at: link.now }
  const row = await db
    .insertInto('calendar_links')
    .values({
      agent_key: agent.key,
      representative_id: link.representativeId,
      created_at: link.now,
      ...linked,
    })
    .onConflict((conflict) => conflict.columns(['agent_key', 'representative_id']).doUpdateSet(linked))
    .returningAll()
    .executeTakeFirstOrThrow()
  return toLink(row)
}

export async function deleteCalendarLinks(
  db: Db,
  agent: AgentKey,
  representativeIds: readonly string[],
): Promise<void> {
  if (representativeIds.length === 0) return
  await db
    .deleteFrom('calendar_links')
    .where('agent_key', '=', agent.key)
    .where('representative_id', 'in', representativeIds)
    .execute()
}

type LinkingAgent = { agentId: string; name: string; connectionId: string }

export async function listAgentsWithLinks(
  db: Db,
  org: OrgKey,
  connectionIds: readonly string[],
): Promise<LinkingAgent[]> {
  if (connectionIds.length === 0) return []
  return db
    .selectFrom('calendar_links')
    .innerJoin('agents', 'agents.agent_key', 'calendar_links.agent_key')
    .select(['agents.id as agentId', 'agents.name', 'calendar_links.connection_id as connectionId'])
    .distinct()
    .where('agents.org_id', '=', org.id)
    .where(withinLimit(org))
    .where('calendar_links.connection_id', 'in', connectionIds)
    .execute()
}

type NewEvent = { appointmentId: string; connectionId: string; calendarId?: string; due: DueColumns }

/** An existing row retains its calendar id until the event is removed from that calendar. */
export async function enqueueEvent(db: Db, agent: AgentKey, event: NewEvent): Promise<void> {
  await db
    .insertInto('calendar_events')
    .values({
      agent_key: agent.key,
      org_id: agent.orgId,
      appointment_id: event.appointmentId,
      connection_id: event.connectionId,
      calendar_id: event.calendarId ?? null,
      ...event.due,
    })
    .onConflict((conflict) => conflict.columns(['agent_key', 'appointment_id', 'connection_id']).doUpdateSet(event.due))
    .execute()
}

export async function requeueEvents(
  db: Db,
  agent: AgentKey,
  appointmentIds: readonly string[],
  due: DueColumns,
): Promise<void> {
  await db
    .updateTable('calendar_events')
    .set(due)
    .where('agent_key', '=', agent.key)
    .where('appointment_id', '=', sql<string>`any(${appointmentIds}::text[])`)
    .execute()
}

export async function retryAbandonedEvents(
  db: Db,
  orgId: string,
  connectionId: string,
  due: DueColumns,
): Promise<void> {
  await db
    .updateTable('calendar_events')
    .set(due)
    .where('org_id', '=', orgId)
    .where('connection_id', '=', connectionId)
    .where('due_at', 'is', null)
    .where('last_error', 'is not', null)
    .execute()
}

export type CalendarEventKey = { agent_key: number; appointment_id: string; connection_id: string }

export async function deleteCalendarEvent(db: Db, orgId: string, event: CalendarEventKey): Promise<void> {
  await db
    .deleteFrom('calendar_events')
    .where('org_id', '=', orgId)
    .where('agent_key', '=', event.agent_key)
    .where('appointment_id', '=', event.appointment_id)
    .where('connection_id', '=', event.connection_id)
    .execute()
}

/** For events of a deleted agent: only the worker itself can retry them. */
export async function rescheduleOrphanedEvent(
  db: Db,
  orgId: string,
  event: CalendarEventKey,
  due: DueColumns,
): Promise<void> {
  await db
    .updateTable('calendar_events')
    .set(due)
    .where('org_id', '=', orgId)
    .where('agent_key', '=', event.agent_key)
    .where('appointment_id', '=', event.appointment_id)
    .where('connection_id', '=', event.connection_id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('agents').select('agent_key').where('agent_key', '=', event.agent_key))),
    )
    .execute()
}

function toLink(row: Selectable<Tables['calendar_links']>): StoredLink {
  return {
    representativeId: row.representative_id,
    connectionId: row.connection_id,
    calendarId: row.calendar_id ?? undefined,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
