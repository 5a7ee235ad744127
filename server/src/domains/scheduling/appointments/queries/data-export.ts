import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { Person } from '../../../people/index.ts'

/** Oldest first. */
export async function exportAppointments(db: Db, agent: AgentKey, { person }: { person: Person }): Promise<object[]> {
  const { rows } = await sql<object>`
    select id, start_at as "startUtc", end_at as "endUtc", prospect_timezone as "prospectTimezone", status,
           representative_name as representative, location_name as location, notes, history, created_at as "createdAt"
      from appointments where agent_key = ${agent.key} and person_key = ${person.key} order by created_at, id`.execute(
    db,
  )
  return rows
}
