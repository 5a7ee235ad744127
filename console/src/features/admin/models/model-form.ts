import type { Schema } from '@parley/sdk'

export type ModelForm = {
  id: string
  name: string
  provider: Schema<'OrgModel'>['provider']
  model: string
  baseUrl: string
  apiKey: string
  temperature: string
  maxOutputTokens: string
  inputPrice: string
  outputPrice: string
  currency: string
}

const textOf = (value: string | number | undefined): string => (value === undefined ? '' : String(value))

export const toModelForm = (model: Schema<'OrgModel'> | undefined): ModelForm => ({
  id: model?.id ?? '',
  name: textOf(model?.name),
  provider: model?.provider ?? 'openai',
  model: textOf(model?.model),
  baseUrl: textOf(model?.baseUrl),
  apiKey: '',
  temperature: textOf(model?.temperature),
  maxOutputTokens: textOf(model?.maxOutputTokens),
  inputPrice: textOf(model?.price?.inputPerMillion),
  outputPrice: textOf(model?.price?.outputPerMillion),
  currency: model?.price?.currency ?? 'USD',
})

/** Leaves out what is empty: an empty key keeps the stored one. The API refuses what is not a number. */
export function toModelBody(form: ModelForm): Schema<'OrgModelPut'> {
  const { provider, model, name, baseUrl, apiKey, temperature, maxOutputTokens, currency } = form
  const hasPrice = form.inputPrice.trim() !== '' || form.outputPrice.trim() !== ''
  const price = { inputPerMillion: Number(form.inputPrice), outputPerMillion: Number(form.outputPrice), currency }
  return {
    provider,
    model,
    ...(name.trim() && { name }),
    ...(baseUrl.trim() && { baseUrl: baseUrl.trim() }),
    ...(apiKey && { apiKey }),
    ...(temperature.trim() && { temperature: Number(temperature) }),
    ...(maxOutputTokens.trim() && { maxOutputTokens: Number(maxOutputTokens) }),
    ...(hasPrice && { price }),
  }
}
