import { type CallCost, type ModelPrice, roundCost } from '../../models/index.ts'
import { type Model, ModelError, type TokenUsage } from './model.ts'

/** What the tokens of a call cost. */

/** Tokens that the provider read from its cache cost as much as others, because the price has no rate for them. */
export function computeCost(
  { inputPerMillion, outputPerMillion, currency }: ModelPrice,
  { inputTokens, outputTokens, cacheReadTokens }: TokenUsage,
): CallCost {
  const amount = ((inputTokens + cacheReadTokens) * inputPerMillion + outputTokens * outputPerMillion) / 1_000_000
  return { amount: roundCost(amount), currency }
}

/** The same model, whose answers and failures say what they cost. */
export function withPrice(model: Model, price: ModelPrice | undefined): Model {
  if (!price) return model
  return {
    name: model.name,
    async answer(ask) {
      try {
        const answered = await model.answer(ask)
        return { ...answered, usage: { ...answered.usage, cost: computeCost(price, answered.usage) } }
      } catch (error) {
        if (!(error instanceof ModelError) || !error.usage) throw error
        const usage = { ...error.usage, cost: computeCost(price, error.usage) }
        throw new ModelError(error.reason, error.message, usage, error.tries)
      }
    },
  }
}
