import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey, OrgKey } from '../../../platform/http/route.ts'
import { type DeskSettings, defaultDeskSettings } from '../settings/settings.ts'
import { worksAtDesk } from './members.ts'

export async function readDeskSettings(db: Db, agent: AgentKey): Promise<DeskSettings> {
  const row = await db
    .selectFrom('desk_settings')
    .select('settings')
    .where('agent_key', '=', agent.key)
    .executeTakeFirst()
  return (row?.settings as DeskSettings | undefined) ?? defaultDeskSettings
}

/** Locks the agent, because the settings may have no row yet. */
export async function lockDeskSettings(tx: Db, agent: AgentKey): Promise<DeskSettings> {
  await tx.selectFrom('agents').select('agent_key').where('agent_key', '=', agent.key).forNoKeyUpdate().execute()
  return readDeskSettings(tx, agent)
}

export async function writeDeskSettings(tx: Db, agent: AgentKey, settings: DeskSettings, now: Date): Promise<void> {
  const { enabled } = settings
  const written = { enabled, settings: JSON.stringify(settings), updated_at: now }
  await tx
    .insertInto('desk_settings')
    .values({ agent_key: agent.key, ...written })
    .onConflict((conflict) => conflict.column('agent_key').doUpdateSet(written))
    .execute()
}

/** Locks the turn of the members until the transaction ends, and returns whose turn it was last. */
export async function lockTurn(tx: Db, agent: AgentKey): Promise<string | undefined> {
  const row = await tx
    .selectFrom('desk_settings')
    .select('last_assignee')
    .where('agent_key', '=', agent.key)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.last_assignee ?? undefined
}

export async function recordTurn(tx: Db, agent: AgentKey, assignee: string): Promise<void> {
  await tx.updateTable('desk_settings').set({ last_assignee: assignee }).where('agent_key', '=', agent.key).execute()
}

/** Removes a member from the turns of the agents of the org at whose desk they may no longer work. */
export async function removeFromTurns(tx: Db, org: OrgKey, userId: string): Promise<void> {
  await sql`
    update desk_settings set settings = (jsonb_set(settings::jsonb, '{members}', (settings::jsonb -> 'members') - ${userId}::text))::json
      from agents
     where agents.agent_key = desk_settings.agent_key and agents.org_id = ${org.id}
       and settings::jsonb -> 'members' @> to_jsonb(${userId}::text)
       and not exists (select from members where members.org_id = agents.org_id and members.user_id = ${userId} and ${worksAtDesk})`.execute(
    tx,
  )
}
