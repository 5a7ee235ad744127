import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'

/** The agent of a row of work, which knows it by its key alone; undefined when it is gone. @serves all tenants */
export async function findAgent(db: Db, key: number): Promise<AgentKey | undefined> {
  return db
    .selectFrom('agents')
    .select(['agent_key as key', 'id', 'org_id as orgId'])
    .where('agent_key', '=', key)
    .executeTakeFirst()
}
