import type { Tokens } from '../deps.ts'

export const noTokens: Tokens = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0 }

export const plus = (one: Tokens, other: Tokens = noTokens): Tokens => ({
  inputTokens: one.inputTokens + other.inputTokens,
  outputTokens: one.outputTokens + other.outputTokens,
  cacheReadTokens: one.cacheReadTokens + other.cacheReadTokens,
})
