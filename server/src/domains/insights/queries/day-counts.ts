import { type RawBuilder, sql } from 'kysely'
import type { AgentKey } from '../../../platform/http/route.ts'

type Ranges = { starts: readonly Date[]; ends: readonly Date[] }

const unnestRanges = ({ starts, ends }: Ranges) =>
  sql`unnest(${[...starts]}::timestamptz[], ${[...ends]}::timestamptz[]) as range (range_start, range_end)`

/** A move at the desk counts for the last session that began before it. */
export const wasHandedOver: RawBuilder<boolean> = sql`exists (
  select from desk_events as move
   where move.agent_key = session.agent_key and move.asid = session.asid and not move.sandbox
     and move.kind in ('waiting', 'taken', 'assigned') and move.at >= session.started_at and not exists (
       select from session_outcomes as later
        where later.agent_key = session.agent_key and later.asid = session.asid
          and later.started_at > session.started_at and later.started_at <= move.at))`

/**
 * The sessions that began in the ranges, with what became of each. `offset 0` keeps the planner from reading all sessions
 * of the agent, and from looking for hand-overs once for each question.
 */
export const selectSessions = (agent: AgentKey, ranges: Ranges) => sql`
  select session.*, unanswered = 0 and contacts = 0 and not is_handed_over as is_contained
    from (select session.*, ${wasHandedOver} as is_handed_over
            from ${unnestRanges(ranges)}
           cross join lateral (
             select * from session_outcomes as one
              where one.agent_key = ${agent.key} and one.started_at >= range_start and one.started_at < range_end
             offset 0) as session
          offset 0) as session`

/** Columns like those of `outcome_days`. */
export const countSessions = (agent: AgentKey, ranges: Ranges) => sql`
  select date_trunc('day', started_at, 'UTC') as day, channel, coalesce(playbook_id, '') as playbook_id,
         coalesce(draft_id, version::text, '') as version, turns, coalesce(currency, '') as currency,
         count(*) as sessions, count(*) filter (where is_contained) as contained, sum(questions) as questions,
         sum(unanswered) as unanswered, count(*) filter (where is_handed_over) as handed_over,
         sum(goals) as goals_reached, sum(errors) as errors, sum(cost_nanos) as cost_nanos
    from (${selectSessions(agent, ranges)}) as session
   group by 1, 2, 3, 4, 5, 6`

/** Columns like those of `topic_days`, but for the day. */
export const countTopics = (agent: AgentKey, ranges: Ranges) => sql`
  select group_key, sum(asked) as count, count(*) as sessions, count(*) filter (where is_contained) as contained,
         count(*) filter (where is_handed_over) as handed_over, count(*) filter (where goals > 0) as reached
    from (select group_key, session.session_id, is_contained, is_handed_over, goals, count(*) as asked
            from (${selectSessions(agent, ranges)}) as session
            join turn_questions as question on question.agent_key = ${agent.key} and question.asid = session.asid
             and question.session_id = session.session_id and question.group_key is not null
           group by 1, session.asid, 2, 3, 4, 5) as asked
   group by group_key`

/** Columns like those of `unanswered_days`, but for the day. */
export const countUnanswered = (agent: AgentKey, ranges: Ranges) => sql`
  select group_key, count(*) as count, min(at) as first_at, max(at) as last_at
    from ${unnestRanges(ranges)}
   cross join lateral (
     select group_key, at from turn_questions as one
      where one.agent_key = ${agent.key} and at >= range_start and at < range_end and unanswered and group_key > 0
     offset 0) as question
   group by group_key`
