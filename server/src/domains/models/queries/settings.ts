import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { runPrepared } from '../../../platform/db/prepared.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import type { AgentKey, OrgKey } from '../../../platform/http/route.ts'
import type { AgentModelSettings, ModelBudget, ModelField } from '../settings.ts'

type SettingsRow = {
  model_id: string | null
  fallback_model_ids: string[]
  judge_model_id: string | null
  authoring_model_id: string | null
  budget_amount: number | null
  budget_currency: string | null
  budget_per: string | null
  budget_when_spent: string | null
}

const selectSettings = defineStatement({
  name: 'agent_model_settings',
  parameters: { agentKey: 'bigint' },
  text: `select model_id, fallback_model_ids, judge_model_id, authoring_model_id, budget_amount, budget_currency,
                budget_per, budget_when_spent
           from agent_model_settings where agent_key = :agentKey`,
})

/** Read before every turn. Undefined for an agent that has no settings of its own. */
export async function findModelSettings(db: Db, agent: AgentKey): Promise<AgentModelSettings | undefined> {
  const [row] = await runPrepared<SettingsRow>(db, selectSettings({ agentKey: agent.key }))
  return row && toModelSettings(row)
}

/** Locks the agent, so that concurrent writes of the settings follow each other. */
export async function lockModelSettings(tx: Db, agent: AgentKey): Promise<AgentModelSettings | undefined> {
  const found = await sql`select from agents where agent_key = ${agent.key} for no key update`.execute(tx)
  if (found.rows.length === 0) return undefined
  return (await findModelSettings(tx, agent)) ?? {}
}

/** Locks the budget of the agent: costs are added one after the other, so that no threshold is missed. */
export async function lockBudget(tx: Db, agent: AgentKey): Promise<ModelBudget | undefined> {
  const { rows } = await sql<SettingsRow>`
    select model_id, fallback_model_ids, judge_model_id, authoring_model_id, budget_amount, budget_currency,
           budget_per, budget_when_spent
      from agent_model_settings where agent_key = ${agent.key} and budget_amount is not null
       for no key update`.execute(tx)
  return rows[0] && toModelSettings(rows[0]).budget
}

export async function storeModelSettings(
  tx: Db,
  agent: AgentKey,
  settings: AgentModelSettings,
  now: Date,
): Promise<void> {
  const { budget } = settings
  const columns = {
    model_id: settings.modelId ?? null,
    fallback_model_ids: settings.fallbackModelIds ?? [],
    judge_model_id: settings.judgeModelId ?? null,
    authoring_model_id: settings.authoringModelId ?? null,
    budget_amount: budget?.amount ?? null,
    budget_currency: budget?.currency ?? null,
    budget_per: budget?.per ?? null,
    budget_when_spent: budget?.whenSpent ?? null,
    updated_at: now,
  }
  if (Object.keys(settings).length === 0) {
    await tx.deleteFrom('agent_model_settings').where('agent_key', '=', agent.key).execute()
    return
  }
  await tx
    .insertInto('agent_model_settings')
    .values({ agent_key: agent.key, ...columns })
    .onConflict((conflict) => conflict.column('agent_key').doUpdateSet(columns))
    .execute()
}

/** An agent whose settings name a model; `field` is where. */
export type ModelReferrer = { agentId: string; name: string; field: ModelField; budgetCurrency?: string }

export async function findModelReferrers(tx: Db, org: OrgKey, modelId: string): Promise<ModelReferrer[]> {
  const { rows } = await sql<{ agentId: string; name: string; field: ModelField; currency: string | null }>`
    select agents.id as "agentId", agents.name, used.field, settings.budget_currency as currency
      from agents join agent_model_settings as settings on settings.agent_key = agents.agent_key
           cross join lateral (values
             ('modelId', settings.model_id = ${modelId}),
             ('fallbackModelIds', ${modelId} = any(settings.fallback_model_ids)),
             ('judgeModelId', settings.judge_model_id = ${modelId}),
             ('authoringModelId', settings.authoring_model_id = ${modelId})) as used (field, names)
     where agents.org_id = ${org.id} and used.names
     order by agents.name, agents.id, used.field
     limit 100`.execute(tx)
  return rows.map(({ currency, ...referrer }) => ({
    ...referrer,
    ...(currency !== null && { budgetCurrency: currency }),
  }))
}

function toModelSettings(row: SettingsRow): AgentModelSettings {
  const { budget_amount: amount, budget_currency: currency } = row
  const budget = amount !== null &&
    currency !== null && {
      amount,
      currency,
      per: row.budget_per as ModelBudget['per'],
      whenSpent: row.budget_when_spent as ModelBudget['whenSpent'],
    }
  return {
    ...(row.model_id !== null && { modelId: row.model_id }),
    ...(row.fallback_model_ids.length > 0 && { fallbackModelIds: row.fallback_model_ids }),
    ...(row.judge_model_id !== null && { judgeModelId: row.judge_model_id }),
    ...(row.authoring_model_id !== null && { authoringModelId: row.authoring_model_id }),
    ...(budget && { budget }),
  }
}
