import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { InsightWindow } from '../days/window.ts'
import { wasHandedOver } from './day-counts.ts'
import type { OutcomeRow } from './outcomes.ts'

export type AgentOutcome = Omit<OutcomeRow, 'key' | 'medianTurns' | 'cost'> & { agentKey: number; isCurrent: boolean }

/** The totals of each agent, in the window and in the one of the same length before it. @serves all tenants */
export async function countAgentOutcomes(
  db: Db,
  agentKeys: readonly number[],
  { before, start, end }: InsightWindow & { before: Date },
): Promise<AgentOutcome[]> {
  const { rows } = await sql<AgentOutcome>`
    select session.agent_key as "agentKey", session.started_at >= ${start} as "isCurrent",
           count(*)::int as sessions,
           count(*) filter (where unanswered = 0 and contacts = 0 and not is_handed_over)::int as contained,
           sum(questions)::int as questions, sum(unanswered)::int as unanswered,
           count(*) filter (where is_handed_over)::int as "handedOver", sum(goals)::int as "goalsReached",
           sum(errors)::int as errors
      from (select session.*, ${wasHandedOver} as is_handed_over from session_outcomes as session
             where session.agent_key = any(${[...agentKeys]}::bigint[]) and session.started_at >= ${before}
               and session.started_at < ${end}) as session
     group by 1, 2`.execute(db)
  return rows
}

export type AgentCost = { agentKey: number; isCurrent: boolean; currency: string; amount: number }

/** By currency, largest first. @serves all tenants */
export async function sumAgentCosts(
  db: Db,
  agentKeys: readonly number[],
  { before, start, end }: InsightWindow & { before: Date },
): Promise<AgentCost[]> {
  const { rows } = await sql<AgentCost>`
    select agent_key as "agentKey", started_at >= ${start} as "isCurrent", currency,
           sum(cost_nanos)::float8 / 1e9 as amount
      from session_outcomes
     where agent_key = any(${[...agentKeys]}::bigint[]) and started_at >= ${before} and started_at < ${end}
       and currency is not null
     group by 1, 2, 3 order by 4 desc, 3`.execute(db)
  return rows
}

export type OpenQuestions = { agentKey: number; open: number; id: string; question: string; count: number }

/** How many questions of each agent wait for an answer, and the one that was asked most. @serves all tenants */
export async function countOpenQuestions(
  db: Db,
  agentKeys: readonly number[],
  { start, end }: InsightWindow,
): Promise<OpenQuestions[]> {
  const { rows } = await sql<OpenQuestions>`
    with asked as (
      select question.agent_key, question.group_key, known.id, count(*)::int as count,
             mode() within group (order by question.text) as question
        from turn_questions as question
        join question_groups as known on known.agent_key = question.agent_key and known.group_key = question.group_key
       where question.agent_key = any(${[...agentKeys]}::bigint[]) and unanswered and known.state = 'open'
         and question.at >= ${start} and question.at < ${end}
       group by 1, 2, 3)
    select distinct on (agent_key) agent_key as "agentKey", count(*) over (partition by agent_key)::int as open, id,
           question, count
      from asked order by agent_key, count desc, group_key desc`.execute(db)
  return rows
}
