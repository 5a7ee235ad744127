import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'

type MergedPeople = { from: string; into: string }

/**
 * Which enrollment of two people in one sequence stays. One of them has been stopped, or has got every step: so has the
 * person who stays. Of two active ones, a step that is being sent counts most.
 */
const rank = (row: string) => sql`
  case ${sql.ref(`${row}.state`)} when 'stopped' then 4 when 'completed' then 3
       when 'active' then case when ${sql.ref(`${row}.send_id`)} is null then 1 else 2 end else 0 end`

/** Steps of both, and the one that the other is sending: the person who stays gets none of them again. */
const otherSteps = sql`
  (select coalesce(jsonb_agg(step), '[]') from jsonb_array_elements(
     less.steps || case when less.send_id is null or less.step_id is null then '[]'::jsonb
       else jsonb_build_array(jsonb_build_object('stepId', less.step_id, 'sendId', less.send_id, 'state', 'sent',
                              'at', less.planned_at)) end) as step
    where not more.steps @> jsonb_build_array(jsonb_build_object('stepId', step -> 'stepId')))`

/** On a merge, one enrollment per sequence stays, with the steps that either of the two people got. */
export async function mergeEnrollments(tx: Db, agent: AgentKey, { from, into }: MergedPeople): Promise<void> {
  await sql`
    with pairs as materialized (
      select one.sequence_id, case when ${rank('one')} > ${rank('other')} then one.person_id else other.person_id end as kept
        from sequence_enrollments as one
        join sequence_enrollments as other on other.agent_key = one.agent_key and other.sequence_id = one.sequence_id
       where one.agent_key = ${agent.key} and one.person_id = ${from} and other.person_id = ${into})
    update sequence_enrollments as more
       set steps = more.steps || ${otherSteps},
           replied_at = coalesce(more.replied_at, less.replied_at), goal_at = coalesce(more.goal_at, less.goal_at)
      from pairs join sequence_enrollments as less on less.agent_key = ${agent.key} and less.sequence_id = pairs.sequence_id
     where more.agent_key = ${agent.key} and more.sequence_id = pairs.sequence_id and more.person_id = pairs.kept
       and less.person_id in (${from}, ${into}) and less.person_id <> pairs.kept`.execute(tx)
  await sql`
    delete from sequence_enrollments as less using sequence_enrollments as more
     where less.agent_key = ${agent.key} and more.agent_key = ${agent.key} and less.sequence_id = more.sequence_id
       and ((less.person_id = ${from} and more.person_id = ${into} and ${rank('less')} <= ${rank('more')})
         or (less.person_id = ${into} and more.person_id = ${from} and ${rank('less')} < ${rank('more')}))`.execute(tx)
  await sql`update sequence_enrollments set person_id = ${into} where agent_key = ${agent.key} and person_id = ${from}`.execute(
    tx,
  )
  // Revokes leases, so a worker on one of these rows loses it and the row is evaluated again.
  await sql`
    update sequence_enrollments set due_at = coalesce(planned_at, enrolled_at), lease_token = null
     where agent_key = ${agent.key} and person_id = ${into} and state = 'active' and send_id is null`.execute(tx)
}
