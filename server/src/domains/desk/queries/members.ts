import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'

/** Whether the row of `members` may work at the desk of the agent in the row of `agents`. */
export const worksAtDesk = sql<boolean>`(members.role in ('frontDesk', 'editor', 'admin', 'owner')
  and (members.agent_keys is null or agents.agent_key = any (members.agent_keys)))`

export type DeskMember = { userId: string; name: string }

/** Members who may work at the desk of the agent; with `ids`, only those of them. */
export async function listDeskMembers(db: Db, agent: AgentKey, ids?: readonly string[]): Promise<DeskMember[]> {
  const chosen = ids === undefined ? sql`true` : sql`members.user_id = any (${[...ids]}::text[])`
  const { rows } = await sql<DeskMember>`
    select members.user_id as "userId", coalesce(users.name, users.email) as name
      from agents join members on members.org_id = agents.org_id join users on users.id = members.user_id
     where agents.agent_key = ${agent.key} and ${worksAtDesk} and ${chosen}
     order by members.user_id`.execute(db)
  return rows
}

export async function findDeskMember(db: Db, agent: AgentKey, userId: string): Promise<DeskMember | undefined> {
  return (await listDeskMembers(db, agent, [userId]))[0]
}
