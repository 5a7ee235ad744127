import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey, OrgKey } from '../../../platform/http/route.ts'

export type AgentSummary = AgentKey & { name: string; version: number; updatedAt: Date }

/** Sorted by name. */
export async function listAgentsOfOrg(db: Db, org: OrgKey): Promise<AgentSummary[]> {
  return db
    .selectFrom('agents')
    .select(['agent_key as key', 'id', 'org_id as orgId', 'name', 'version', 'updated_at as updatedAt'])
    .where('org_id', '=', org.id)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

export type AgentTimeZone = { key: number; timeZone: string }

type AgentPageQuery = { key: number; madeBefore: Date; limit: number }

/**
 * Pages by key through all agents created before `madeBefore`, each with the time zone of its org. @serves all tenants
 */
export async function listAgentsAfter(db: Db, { key, madeBefore, limit }: AgentPageQuery): Promise<AgentTimeZone[]> {
  const { rows } = await sql<AgentTimeZone>`
    select agent_key as key, coalesce(orgs.time_zone, 'UTC') as "timeZone"
      from agents join orgs on orgs.id = agents.org_id
     where agent_key > ${key} and agents.created_at < ${madeBefore} order by agent_key limit ${limit}`.execute(db)
  return rows
}
