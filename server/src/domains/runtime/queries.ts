import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { deleteInPieces } from '../../platform/db/in-pieces.ts'
import type { AgentKey } from '../../platform/http/route.ts'

/** The agent of a row of work, with the version of its definition; undefined when it is gone. @serves all tenants */
export async function findAgent(db: Db, key: number): Promise<AgentKey | undefined> {
  return db
    .selectFrom('agents')
    .select(['agent_key as key', 'id', 'org_id as orgId', 'version'])
    .where('agent_key', '=', key)
    .executeTakeFirst()
}

const tables = [
  'turns',
  'tool_calls',
  'runtime_conversations',
  'session_reviews',
  'appointment_reminders',
  'team_notices',
]

/** All that is known of an agent that goes; after its conversations, of which nothing more is kept then. */
export async function forgetRuntime(tx: Db, agent: AgentKey): Promise<void> {
  for (const name of tables) await deleteInPieces(tx, name, sql`agent_key = ${agent.key}`)
}
