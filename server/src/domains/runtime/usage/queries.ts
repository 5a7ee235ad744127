import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { UsageCount, UsageSpan } from '../../../platform/usage.ts'

/** Counts turns, model usage, and Goals, without the sandbox. @serves all tenants */
export async function countTurnsAndGoals(db: Db, agentKeys: readonly number[], span: UsageSpan): Promise<UsageCount[]> {
  return (await Promise.all([countTurns(db, agentKeys, span), countGoals(db, agentKeys, span)])).flat()
}

type TurnTotals = {
  agentKey: number
  hour: Date
  turns: number
  inputTokens: number
  outputTokens: number
  cacheReadTokens: number
  modelMilliseconds: number
}

/** Reads the record only for turns that predate the columns. @serves all tenants */
async function countTurns(db: Db, agentKeys: readonly number[], { from, until, by }: UsageSpan): Promise<UsageCount[]> {
  const { rows } = await sql<TurnTotals>`
    select agent_key as "agentKey", date_trunc(${by}, at, 'UTC') as hour, count(*) as turns,
           coalesce(sum(coalesce(turns.input_tokens, read.input_tokens)), 0)::bigint as "inputTokens",
           coalesce(sum(coalesce(turns.output_tokens, read.output_tokens)), 0)::bigint as "outputTokens",
           coalesce(sum(coalesce(turns.cache_read_tokens, read.cache_read_tokens)), 0)::bigint as "cacheReadTokens",
           coalesce(sum(coalesce(model_milliseconds, read.milliseconds)), 0)::bigint as "modelMilliseconds"
      from turns, lateral (
        select sum((call ->> 'inputTokens')::numeric) as input_tokens, sum((call ->> 'outputTokens')::numeric) as output_tokens,
               sum((call ->> 'cacheReadTokens')::numeric) as cache_read_tokens, sum((call ->> 'milliseconds')::numeric) as milliseconds
          from json_array_elements(case when turns.input_tokens is null then record -> 'modelCalls' end) as call) as read
     where agent_key = any(${agentKeys}::bigint[]) and not sandbox and at >= ${from} and at < ${until}
     group by 1, 2`.execute(db)
  return rows.flatMap(({ agentKey, hour, ...measured }) =>
    Object.entries(measured)
      .filter(([, value]) => value > 0)
      .map(([measure, value]) => ({ agentKey, hour, measure, detail: '', value })),
  )
}

/**
 * Counts the announced events: Goals reached in a turn and Goals judged at the end of a conversation.
 * @serves all tenants
 */
async function countGoals(db: Db, agentKeys: readonly number[], { from, until, by }: UsageSpan): Promise<UsageCount[]> {
  const { rows } = await sql<UsageCount>`
    select agents.agent_key as "agentKey", date_trunc(${by}, event.created_at, 'UTC') as hour, 'goalsReached' as measure,
           coalesce(event.data ->> 'goalId', '') as detail, count(*) as value
      from agents join outbox as event
        on event.org_id = agents.org_id and event.type = 'goal.reached' and event.data ->> 'agentId' = agents.id
     where agents.agent_key = any(${agentKeys}::bigint[]) and event.created_at >= ${from} and event.created_at < ${until}
       -- Excludes the Goals of an earlier agent with the same id.
       and event.created_at >= agents.created_at
     group by 1, 2, 4`.execute(db)
  return rows
}

/** What a version or a draft did in real conversations. */
export type ConfigurationOutcome = {
  version?: number
  draftId?: string
  sessions: number
  goalsReached: number
  unanswered: number
  errors: number
  /** Absent if no model has a price, or prices differ in currency. */
  cost?: { amount: number; currency: string }
}
type OutcomeRow = Omit<ConfigurationOutcome, 'version' | 'draftId' | 'cost'> & {
  version: number | null
  draftId: string | null
  amount: number | null
  currency: string | null
}

/**
 * Compares configurations by the sessions that began with them and the turns that they answered. A question counts as
 * unanswered if a model replied without any Fact, source, flow or tool; a turn as an error if it or a model call failed.
 */
export async function compareConfigurations(
  db: Db,
  agent: AgentKey,
  { start, end }: { start: Date; end: Date },
): Promise<ConfigurationOutcome[]> {
  const { rows } = await sql<OutcomeRow>`
    with began as (
      select version, draft_id, count(*)::int as sessions from sessions
       where agent_key = ${agent.key} and not sandbox and started_at >= ${start} and started_at < ${end}
         and (version is not null or draft_id is not null) group by 1, 2),
    answered as (
      select version, draft_id,
             count(*) filter (where record -> 'input' ->> 'text' like '%?%' and record -> 'flow' is null
               and json_array_length(record -> 'modelCalls') > 0 and json_array_length(record -> 'knowledge') = 0
               and json_array_length(record -> 'toolCalls') = 0)::int as unanswered,
             count(*) filter (where (record -> 'warnings')::jsonb ? 'The turn failed' or exists (
               select from json_array_elements(record -> 'modelCalls') as call
                where call ->> 'error' is not null))::int as errors
        from turns
       where agent_key = ${agent.key} and not sandbox and at >= ${start} and at < ${end}
         and (version is not null or draft_id is not null) group by 1, 2),
    spent as (
      select version, draft_id, min(call -> 'cost' ->> 'currency') as currency,
             sum((call -> 'cost' ->> 'amount')::numeric)::float8 as amount
        from turns, json_array_elements(record -> 'modelCalls') as call
       where agent_key = ${agent.key} and not sandbox and at >= ${start} and at < ${end}
         and (version is not null or draft_id is not null) and call -> 'cost' is not null
       group by 1, 2 having count(distinct call -> 'cost' ->> 'currency') = 1),
    reached as (
      select s.version, s.draft_id, count(*)::int as goals
        from outbox as told join sessions as s
          on s.agent_key = ${agent.key} and s.asid = told.data ->> 'userId' and s.id = told.data ->> 'sessionId'
       where told.org_id = ${agent.orgId} and told.type = 'goal.reached' and told.data ->> 'agentId' = ${agent.id}
         and told.created_at >= ${start} and told.created_at < ${end} group by 1, 2),
    known as (
      select version, draft_id from began union select version, draft_id from answered
      union select version, draft_id from reached where version is not null or draft_id is not null)
    select known.version, known.draft_id as "draftId", coalesce(sessions, 0) as sessions,
           coalesce(goals, 0) as "goalsReached", coalesce(unanswered, 0) as unanswered, coalesce(errors, 0) as errors,
           amount, currency
      from known
      left join began on (began.version, began.draft_id) is not distinct from (known.version, known.draft_id)
      left join answered on (answered.version, answered.draft_id) is not distinct from (known.version, known.draft_id)
      left join reached on (reached.version, reached.draft_id) is not distinct from (known.version, known.draft_id)
      left join spent on (spent.version, spent.draft_id) is not distinct from (known.version, known.draft_id)
     order by known.version desc nulls first, known.draft_id`.execute(db)
  return rows.map(({ version, draftId, amount, currency, ...counts }) => ({
    ...(draftId === null ? { version: version as number } : { draftId }),
    ...counts,
    ...(amount !== null && currency !== null && { cost: { amount: Math.round(amount * 1e8) / 1e8, currency } }),
  }))
}
