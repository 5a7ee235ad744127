import type { Db } from '../../platform/db/database.ts'
import type { AgentKey, OrgKey } from '../../platform/http/route.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import { isBudgetSpent } from './costs.ts'
import type { ModelCallChoice } from './deps.ts'
import { defaultModelId, embeddedModelId, type ModelPrice } from './model.ts'
import { findStoredModels, type StoredModel } from './queries/org-models.ts'
import { findModelSettings } from './queries/settings.ts'
import { modelKeyAad } from './re-encrypt.ts'
import { type AgentModelSettings, listNamedModels, type ModelBudget } from './settings.ts'

/** Where a model's answers come from: the installation's model, the embedded one, or a model of the org. */
export type ModelSource = {
  modelId: string
  price?: ModelPrice
  /** Absent for the installation's model and the embedded one. */
  choice?: ModelCallChoice
  /** Changes whenever the model does. */
  version?: number
}

/** The models that an agent uses now. */
export type ModelPlan = {
  /** Asked in this order. */
  turn: ModelSource[]
  judge?: ModelSource
  author?: ModelSource
  /** What the spent budget changed. */
  spent?: ModelBudget['whenSpent']
}

type PlanDeps = { db: Db; keyring: Keyring }

/** Undefined for an agent without settings: the installation's models answer. */
export async function readModelPlan(agent: AgentKey, now: Date, deps: PlanDeps): Promise<ModelPlan | undefined> {
  const settings = await findModelSettings(deps.db, agent)
  if (!settings) return undefined
  const sources = await readSources({ id: agent.orgId }, settings, deps)
  const { budget, modelId = defaultModelId, fallbackModelIds = [], judgeModelId, authoringModelId } = settings
  const isSpent = budget !== undefined && (await isBudgetSpent(deps.db, agent, budget, now))
  return {
    turn: selectTurnModels({ modelId, fallbackModelIds }, isSpent ? budget.whenSpent : undefined).map(sources),
    ...(judgeModelId !== undefined && { judge: sources(judgeModelId) }),
    ...(authoringModelId !== undefined && { author: sources(authoringModelId) }),
    ...(isSpent && { spent: budget.whenSpent }),
  }
}

function selectTurnModels(
  { modelId, fallbackModelIds }: { modelId: string; fallbackModelIds: string[] },
  whenSpent: ModelBudget['whenSpent'] | undefined,
): string[] {
  const fallbacks = fallbackModelIds.filter((id) => id !== modelId)
  if (whenSpent === undefined || whenSpent === 'warn') return [modelId, ...fallbacks]
  return whenSpent === 'fallback' && fallbacks.length > 0 ? fallbacks : [embeddedModelId]
}

async function readSources(
  org: OrgKey,
  settings: AgentModelSettings,
  { db, keyring }: PlanDeps,
): Promise<(modelId: string) => ModelSource> {
  const ids = new Set(listNamedModels(settings).map(({ id }) => id))
  const stored = await findStoredModels(
    db,
    org,
    [...ids].filter((id) => id !== embeddedModelId && id !== defaultModelId),
  )
  const byId = new Map(stored.map((model) => [model.id, toModelSource(org, model, keyring)]))
  return (modelId) => byId.get(modelId) ?? { modelId }
}

export function toModelSource(org: OrgKey, stored: StoredModel, keyring: Keyring): ModelSource {
  const { id, provider, model, baseUrl, encryptedKey, temperature, maxOutputTokens, price, version } = stored
  const source = { modelId: id, version, ...(price && { price }) }
  if (provider === 'embedded') return { ...source, modelId: id }
  const key = encryptedKey && keyring.decrypt(encryptedKey, modelKeyAad(org, id))
  return { ...source, choice: { provider, model, baseUrl, key, temperature, maxOutputTokens } }
}
