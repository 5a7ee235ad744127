import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey, OrgKey } from '../../../platform/http/route.ts'
import type { ModelBudget } from '../settings.ts'

export type CountedCall = {
  modelId: string
  playbookId: string
  inputTokens: number
  outputTokens: number
  cost?: { amount: number; currency: string }
  at: Date
}

const nanos = 1e9

/** Adds a call to the counts of its day. An agent that was deleted in the meantime counts nothing. */
export async function addModelCall(tx: Db, agent: AgentKey, call: CountedCall): Promise<void> {
  const { modelId, playbookId, inputTokens, outputTokens, cost, at } = call
  await sql`
    insert into model_costs as known
           (agent_key, day, model_id, playbook_id, currency, calls, input_tokens, output_tokens, amount_nanos)
    select agent_key, (${at}::timestamptz at time zone 'UTC')::date, ${modelId}, ${playbookId}, ${cost?.currency ?? ''},
           1, ${inputTokens}::bigint, ${outputTokens}::bigint, ${Math.round((cost?.amount ?? 0) * nanos)}::bigint
      from agents where agent_key = ${agent.key} for key share
        on conflict (agent_key, day, model_id, playbook_id, currency) do update
       set calls = known.calls + 1, input_tokens = known.input_tokens + excluded.input_tokens,
           output_tokens = known.output_tokens + excluded.output_tokens, 
           amount_nanos = known.amount_nanos + excluded.amount_nanos
  `.execute(tx)
}

export type CostGrouping = 'day' | 'model' | 'playbook'
export type CostRow = {
  key: string
  currency: string
  calls: number
  inputTokens: number
  outputTokens: number
  amount: number
}

const keys = {
  day: sql`to_char(day, 'YYYY-MM-DD')`,
  model: sql`model_id`,
  playbook: sql`playbook_id`,
}

/** Whole UTC days: from the one that contains `start` to the one before `end`, or that contains it. */
export async function sumModelCosts(
  db: Db,
  agent: AgentKey,
  { start, end, groupBy }: { start: Date; end: Date; groupBy: CostGrouping },
): Promise<CostRow[]> {
  const { rows } = await sql<CostRow>`
    select ${keys[groupBy]} as key, currency, sum(calls)::float8 as calls, sum(input_tokens)::float8 as "inputTokens",
           sum(output_tokens)::float8 as "outputTokens", sum(amount_nanos)::float8 / 1e9 as amount
      from model_costs
     where agent_key = ${agent.key} and day >= (${start}::timestamptz at time zone 'UTC')::date
       and day < ${end}::timestamptz at time zone 'UTC'
     group by 1, currency order by 1, currency`.execute(db)
  return rows
}

type BudgetPeriod = { start: Date; currency: string }

export async function sumSpent(db: Db, agent: AgentKey, { start, currency }: BudgetPeriod): Promise<number> {
  const { rows } = await sql<{ spent: number }>`
    select coalesce(sum(amount_nanos), 0)::float8 / 1e9 as spent from model_costs
     where agent_key = ${agent.key} and day >= (${start}::timestamptz at time zone 'UTC')::date
       and currency = ${currency}`.execute(db)
  return rows[0]?.spent ?? 0
}

/** Returns whether this is the first time in the period that the budget reaches the threshold. */
export async function insertThreshold(
  tx: Db,
  agent: AgentKey,
  { per, start, threshold, now }: { per: ModelBudget['per']; start: Date; threshold: number; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into budget_thresholds (agent_key, per, period_start, threshold, reached_at)
    values (${agent.key}, ${per}, (${start}::timestamptz at time zone 'UTC')::date, ${threshold}, ${now})
        on conflict do nothing returning threshold`.execute(tx)
  return rows.length > 0
}

export type BudgetUse = ModelBudget & {
  agentKey: number
  agentId: string
  name: string
  spent: number
  reachedAt?: Date
}

/** The budgets of an org, with what was spent of each in its current period. */
export async function listBudgetUses(
  db: Db,
  org: OrgKey,
  periods: Record<ModelBudget['per'], Date>,
): Promise<BudgetUse[]> {
  const { rows } = await sql<Omit<BudgetUse, 'reachedAt'> & { reachedAt: Date | null }>`
    select agents.agent_key as "agentKey", agents.id as "agentId", agents.name, budget_amount as amount,
           budget_currency as currency, budget_per as per, budget_when_spent as "whenSpent",
           coalesce(costs.spent, 0)::float8 / 1e9 as spent, reached.at as "reachedAt"
      from agents
      join agent_model_settings as settings on settings.agent_key = agents.agent_key and budget_amount is not null
     cross join lateral (select case budget_per when 'day' then (${periods.day}::timestamptz at time zone 'UTC')::date
                                else (${periods.month}::timestamptz at time zone 'UTC')::date end as start) as period
     cross join lateral (select sum(amount_nanos) as spent from model_costs
                          where agent_key = agents.agent_key and day >= period.start
                            and currency = budget_currency) as costs
     cross join lateral (select max(reached_at) as at from budget_thresholds
                          where agent_key = agents.agent_key and per = budget_per
                            and period_start = period.start) as reached
     where agents.org_id = ${org.id}`.execute(db)
  return rows.map(({ reachedAt, ...use }) => ({ ...use, ...(reachedAt && { reachedAt }) }))
}

/** Enforces the retention of costs. @serves all tenants */
export async function deleteCostsBefore(db: Db, before: Date): Promise<void> {
  await sql`delete from model_costs where day < ${before}`.execute(db)
  await sql`delete from budget_thresholds where period_start < ${before}`.execute(db)
}
