import type { Schema } from '@parley/sdk'

type Budget = NonNullable<Schema<'ModelSettings'>['budget']>

export type SettingsForm = {
  modelId: string | null
  fallbackModelIds: string[]
  judgeModelId: string | null
  authoringModelId: string | null
  /** Null: no budget. */
  per: Budget['per'] | null
  amount: string
  currency: string
  whenSpent: Budget['whenSpent']
}

export const toSettingsForm = (settings: Schema<'ModelSettings'>): SettingsForm => ({
  modelId: settings.modelId ?? null,
  fallbackModelIds: settings.fallbackModelIds ?? [],
  judgeModelId: settings.judgeModelId ?? null,
  authoringModelId: settings.authoringModelId ?? null,
  per: settings.budget?.per ?? null,
  amount: settings.budget ? String(settings.budget.amount) : '',
  currency: settings.budget?.currency ?? 'USD',
  whenSpent: settings.budget?.whenSpent ?? 'warn',
})

export function toSettingsBody(form: SettingsForm): Schema<'ModelSettings'> {
  const { modelId, fallbackModelIds, judgeModelId, authoringModelId, per, amount, currency, whenSpent } = form
  return {
    ...(modelId && { modelId }),
    ...(fallbackModelIds.length > 0 && { fallbackModelIds }),
    ...(judgeModelId && { judgeModelId }),
    ...(authoringModelId && { authoringModelId }),
    ...(per && { budget: { amount: Number(amount), currency, per, whenSpent } }),
  }
}
