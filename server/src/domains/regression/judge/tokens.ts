import type { TokenCounts } from '../deps.ts'

export const zeroTokens: TokenCounts = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0 }

export const addTokens = (one: TokenCounts, other: TokenCounts = zeroTokens): TokenCounts => ({
  inputTokens: one.inputTokens + other.inputTokens,
  outputTokens: one.outputTokens + other.outputTokens,
  cacheReadTokens: one.cacheReadTokens + other.cacheReadTokens,
})
