import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'

type PersonScope = { asids: readonly string[] }

export async function exportMemory(db: Db, agent: AgentKey, { asids }: PersonScope): Promise<object[]> {
  const { rows } = await sql<object>`
    select asid as "userId", updated_at as "updatedAt", state from runtime_conversations
     where agent_key = ${agent.key} and asid = any(${asids}::text[]) order by updated_at, asid`.execute(db)
  return rows
}

export async function exportTurns(db: Db, agent: AgentKey, { asids }: PersonScope): Promise<object[]> {
  const { rows } = await sql<object>`
    select id, at, asid as "userId", session_id as "sessionId", channel from turns
     where agent_key = ${agent.key} and asid = any(${asids}::text[]) order by turn_key`.execute(db)
  return rows
}
