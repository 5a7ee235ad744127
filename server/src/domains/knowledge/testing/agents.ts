import type { Database } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'

let agentCount = 0

/** Inserts an agent in its own organization directly into the database. */
export async function createKnowledgeAgent({ pool }: Database): Promise<AgentKey> {
  const id = `agent-${++agentCount}`
  const orgId = `knowledge-org-${agentCount}`
  const now = new Date()
  await pool.query('insert into orgs (id, name, created_at, updated_at) values ($1, $1, $2, $2)', [orgId, now])
  const { rows } = await pool.query(
    'insert into agents (org_id, id, name, created_at, updated_at) values ($1, $2, $2, $3, $3) returning agent_key',
    [orgId, id, now],
  )
  return { key: rows[0].agent_key, id, orgId }
}
