import type { FieldError } from '@parley/findings'
import { z } from 'zod'
import type { Db } from '../../platform/db/database.ts'
import { invalidRequest } from '../../platform/http/problem.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import { currencyCode, type ModelPrice, type OrgModel } from './model.ts'
import { shareLockOrgModels } from './queries/org-models.ts'
import { storeModelSettings } from './queries/settings.ts'

/** Which models an agent uses, and how much they may cost. Not part of the definition: exports leave it out. */

const maxFallbacks = 3
const modelId = z.string().min(1, 'must not be empty').max(200)

export const ModelBudget = z.strictObject({
  amount: z.number().positive('must be more than 0').max(1_000_000_000),
  currency: currencyCode,
  per: z.enum(['day', 'month']).meta({ description: 'Days and months begin at midnight UTC.' }),
  whenSpent: z.enum(['warn', 'fallback', 'embedded']).meta({
    description: 'What answers once the budget is spent: the same model, the fallbacks, or the embedded model.',
  }),
})
export type ModelBudget = z.infer<typeof ModelBudget>

export const AgentModelSettings = z
  .strictObject({
    modelId: modelId.optional().meta({ description: "Default: the installation's model." }),
    fallbackModelIds: z
      .array(modelId)
      .max(maxFallbacks, `must have at most ${maxFallbacks} entries`)
      .optional()
      .meta({ description: 'Asked in this order when a call fails.' }),
    judgeModelId: modelId.optional().meta({ description: 'Judges tests and goals.' }),
    authoringModelId: modelId.optional().meta({ description: 'Writes flows and test cases.' }),
    budget: ModelBudget.optional(),
  })
  .meta({
    id: 'ModelSettings',
    examples: [
      {
        modelId: 'fast',
        fallbackModelIds: ['embedded'],
        budget: { amount: 20, currency: 'USD', per: 'month', whenSpent: 'fallback' },
      },
    ],
  })
export type AgentModelSettings = z.infer<typeof AgentModelSettings>

export type ModelField = 'modelId' | 'fallbackModelIds' | 'judgeModelId' | 'authoringModelId'

/** Every model that the settings name, with the path of its field. */
export function listNamedModels(settings: AgentModelSettings): { field: string; id: string }[] {
  const { modelId: main, fallbackModelIds = [], judgeModelId, authoringModelId } = settings
  return [
    { field: 'modelId', id: main },
    ...fallbackModelIds.map((id, at) => ({ field: `fallbackModelIds[${at}]`, id })),
    { field: 'judgeModelId', id: judgeModelId },
    { field: 'authoringModelId', id: authoringModelId },
  ].filter((named): named is { field: string; id: string } => named.id !== undefined)
}

/** Stores the settings if every model exists; the models cannot be deleted until the transaction ends. */
export async function writeModelSettings(
  tx: Db,
  agent: AgentKey,
  { settings, builtIn, now }: { settings: AgentModelSettings; builtIn: readonly OrgModel[]; now: Date },
): Promise<AgentModelSettings> {
  const named = listNamedModels(settings)
  const ids = [...new Set(named.map(({ id }) => id))].filter((id) => !builtIn.some((one) => one.id === id))
  const stored = await shareLockOrgModels(tx, { id: agent.orgId }, ids)
  const known = new Map([...builtIn, ...stored].map((model) => [model.id, model]))
  const errors: FieldError[] = named
    .filter(({ id }) => !known.has(id))
    .map(({ field, id }) => ({ field, message: `is no model of the org: ${id.slice(0, 100)}` }))
  errors.push(...findCurrencyErrors(settings, known))
  if (errors.length > 0) throw invalidRequest(errors)
  const { fallbackModelIds, ...rest } = settings
  const kept = { ...rest, ...(fallbackModelIds?.length && { fallbackModelIds: [...new Set(fallbackModelIds)] }) }
  await storeModelSettings(tx, agent, kept, now)
  return kept
}

/** The models that answer people count towards the budget, so their prices must have its currency. */
function findCurrencyErrors(
  { modelId: main, fallbackModelIds = [], budget }: AgentModelSettings,
  models: ReadonlyMap<string, { price?: ModelPrice }>,
): FieldError[] {
  if (!budget) return []
  const other = [...(main === undefined ? [] : [main]), ...fallbackModelIds].find((id) => {
    const price = models.get(id)?.price
    return price !== undefined && price.currency !== budget.currency
  })
  if (other === undefined) return []
  const message = `must be ${models.get(other)?.price?.currency}, the currency of the price of ${other}`
  return [{ field: 'budget.currency', message }]
}
