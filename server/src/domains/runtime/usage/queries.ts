import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
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
