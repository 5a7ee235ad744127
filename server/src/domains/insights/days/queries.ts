import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { countSessions, countTopics, countUnanswered } from '../queries/day-counts.ts'
import { type InsightWindow, nextMidnight, type SplitWindow, splitWindow } from './window.ts'

/** The computed days of the window, and the rest of it. */
export async function readWindow(db: Db, agent: AgentKey, window: InsightWindow): Promise<SplitWindow> {
  const { rows } = await sql<{ day: Date }>`
    select day from insight_days
     where agent_key = ${agent.key} and computed_at is not null and day >= ${window.start} and day < ${window.end}
     order by day`.execute(db)
  return splitWindow(
    window,
    rows.map(({ day }) => day),
  )
}

/** Makes the days of these questions, and of the sessions in which they were asked, due for computation. */
export async function markDaysOfQuestions(tx: Db, agent: AgentKey, questionKeys: readonly number[]): Promise<void> {
  await sql`
    with changed as (
      select distinct date_trunc('day', moment, 'UTC') as day
        from turn_questions as question
        left join session_outcomes as session on session.agent_key = question.agent_key and session.asid = question.asid
         and session.session_id = question.session_id
       cross join lateral (values (question.at), (session.started_at)) as moments (moment)
       where question.agent_key = ${agent.key} and question.question_key = any(${[...questionKeys]}::bigint[])
         and moment is not null),
    added as (
      insert into insight_days (agent_key, day, due_at)
      select ${agent.key}::bigint, day, day + interval '26 hours'
        from changed where not exists (
          select from insight_days as known where known.agent_key = ${agent.key} and known.day = changed.day)
       order by day
          on conflict do nothing)
    select mark_insight_day(${agent.key}::bigint, day) from (select day from changed order by day) as changed`.execute(
    tx,
  )
}

/** Replaces the counts of the day. Returns false when the day is gone, with its agent. */
export async function computeDay(tx: Db, agent: AgentKey, day: Date, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from insight_days where agent_key = ${agent.key} and day = ${day}::timestamptz for update`.execute(tx)
  if (rows.length === 0) return false
  for (const table of ['unanswered_days', 'topic_days', 'outcome_days'])
    await sql`delete from ${sql.table(table)} where agent_key = ${agent.key} and day = ${day}::timestamptz`.execute(tx)
  const ranges = { starts: [day], ends: [nextMidnight(day)] }
  await sql`
    insert into unanswered_days (agent_key, day, group_key, count, first_at, last_at)
    select ${agent.key}::bigint, ${day}::timestamptz, counted.* from (${countUnanswered(agent, ranges)}) as counted`.execute(
    tx,
  )
  await sql`
    insert into topic_days (agent_key, day, group_key, count, sessions, contained, handed_over, reached)
    select ${agent.key}::bigint, ${day}::timestamptz, counted.* from (${countTopics(agent, ranges)}) as counted`.execute(
    tx,
  )
  await sql`
    insert into outcome_days (agent_key, day, channel, playbook_id, version, turns, currency, sessions, contained,
                              questions, unanswered, handed_over, goals_reached, errors, cost_nanos)
    select ${agent.key}::bigint, counted.* from (${countSessions(agent, ranges)}) as counted`.execute(tx)
  await sql`update insight_days set computed_at = ${now}::timestamptz
             where agent_key = ${agent.key} and day = ${day}::timestamptz`.execute(tx)
  return true
}

/** Deletes days without sessions and questions. @serves all tenants */
export async function deleteEmptyDays(db: Db): Promise<void> {
  await sql`
    delete from insight_days as empty
     where computed_at is not null and due_at is null
       and not exists (select from outcome_days as one where one.agent_key = empty.agent_key and one.day = empty.day)
       and not exists (select from unanswered_days as one where one.agent_key = empty.agent_key and one.day = empty.day)
       and not exists (select from topic_days as one where one.agent_key = empty.agent_key and one.day = empty.day)`.execute(
    db,
  )
}
