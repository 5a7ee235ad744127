import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { deleteInChunks } from '../../platform/db/delete-in-chunks.ts'
import type { AgentKey } from '../../platform/http/route.ts'

const runtimeTables = [
  'turns',
  'tool_calls',
  'runtime_conversations',
  'session_reviews',
  'appointment_reminders',
  'team_notices',
  'turn_questions',
  'session_outcomes',
]

/**
 * Deletes all runtime data of a deleted agent. Runs after its conversations are deleted, so that no new data is
 * written.
 */
export async function deleteAgentRuntime(tx: Db, agent: AgentKey): Promise<void> {
  for (const name of runtimeTables) await deleteInChunks(tx, name, sql`agent_key = ${agent.key}`)
}
