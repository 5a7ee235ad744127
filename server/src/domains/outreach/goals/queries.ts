import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { deleteInChunks } from '../../../platform/db/delete-in-chunks.ts'
import type { AgentKey } from '../../../platform/http/route.ts'

export type GoalRecord = { orgId: string; agentId: string; personId: string; goalId: string }

/** Records when people last reached each Goal, for the reports of experiments. @serves all tenants */
export async function recordGoals(tx: Db, reached: readonly GoalRecord[], now: Date): Promise<void> {
  if (reached.length === 0) return
  const column = (name: keyof GoalRecord) => reached.map((one) => one[name])
  await sql`
    insert into goals_reached (agent_key, person_id, goal_id, reached_at)
    select distinct agents.agent_key, given.person_id, given.goal_id, ${now}::timestamptz
      from unnest(${column('orgId')}::text[], ${column('agentId')}::text[], ${column('personId')}::text[],
                  ${column('goalId')}::text[]) as given (org_id, id, person_id, goal_id)
      join agents using (org_id, id)
     order by 1, 2, 3
        on conflict (agent_key, person_id, goal_id) do update set reached_at = excluded.reached_at`.execute(tx)
}

export async function mergeGoals(
  tx: Db,
  agent: AgentKey,
  { from, into }: { from: string; into: string },
): Promise<void> {
  await sql`
    with moved as (
      delete from goals_reached where agent_key = ${agent.key} and person_id = ${from} returning goal_id, reached_at)
    insert into goals_reached (agent_key, person_id, goal_id, reached_at)
    select ${agent.key}, ${into}, goal_id, reached_at from moved
        on conflict (agent_key, person_id, goal_id)
        do update set reached_at = greatest(goals_reached.reached_at, excluded.reached_at)`.execute(tx)
}

export async function deleteGoalsOfPerson(tx: Db, agent: AgentKey, personId: string): Promise<void> {
  await tx.deleteFrom('goals_reached').where('agent_key', '=', agent.key).where('person_id', '=', personId).execute()
}

const retentionDays = 400

/** Older records belong to campaigns whose reports are archived. @serves all tenants */
export async function purgeOldGoals(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionDays * 86_400_000)
  await deleteInChunks(db, 'goals_reached', sql`reached_at < ${before}`)
}
