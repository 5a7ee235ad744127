import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'

type StateCount = { state: string; reason: string | null; people: number; replied: number; goal: number }
type StepCount = { stepId: string; state: string; people: number; tapped: number }

export type EnrollmentCounts = {
  states: StateCount[]
  ended: StepCount[]
  waiting: { stepId: string; people: number }[]
}

export async function countEnrollments(db: Db, agent: AgentKey, sequenceId: string): Promise<EnrollmentCounts> {
  const meant = sql`row.agent_key = ${agent.key} and row.sequence_id = ${sequenceId}`
  const states = await sql<StateCount>`
    select row.state, case when row.state in ('stopped', 'failed') then row.reason end as reason, count(*)::int as people,
           count(row.replied_at)::int as replied, count(row.goal_at)::int as goal
      from sequence_enrollments as row where ${meant} group by 1, 2`.execute(db)
  const ended = await sql<StepCount>`
    select step ->> 'stepId' as "stepId", step ->> 'state' as state, count(*)::int as people,
           count(*) filter (where exists (
             select from tracked_links as link
              where link.agent_key = row.agent_key and link.send_id = step ->> 'sendId' and link.tapped_at is not null))::int
             as tapped
      from sequence_enrollments as row cross join lateral jsonb_array_elements(row.steps) as step
     where ${meant} group by 1, 2`.execute(db)
  const waiting = await sql<{ stepId: string; people: number }>`
    select row.step_id as "stepId", count(*)::int as people
      from sequence_enrollments as row where ${meant} and row.state = 'active' and row.step_id is not null
     group by 1`.execute(db)
  return { states: states.rows, ended: ended.rows, waiting: waiting.rows }
}
