import type { CaseDocument } from './document.ts'

/** Cost of a case, in units of `tokensInUnit` weighted tokens. */

/** Defaults; system operators can set all except the last per org. */
export const platformLimits = { dailyUnits: 250, maxUnitsPerRun: 150, maxCasesPerRun: 200, perCaseUnitCeiling: 8 }

const tokensInUnit = 40_000

type Tokens = { inputTokens: number; outputTokens: number; cacheReadTokens: number }

/** `inputTokens` excludes tokens read from a cache. Counts in tenths, so that rounding loses nothing. */
export function weighTokens({ inputTokens, outputTokens, cacheReadTokens }: Tokens): number {
  return (10 * inputTokens + 50 * outputTokens + cacheReadTokens) / 10
}

export function toUnits(weighted: number): number {
  return Math.max(1, Math.ceil(weighted / tokensInUnit))
}

/** Initial estimate: a medium prompt and a short answer, partly from a cache. */
const tokensOfTurn = 3000
const tokensOfJudging = 3000
/** Default for a simulation that does not limit its turns. */
const simulatedTurns = 10

/** Estimates the cost of one sample of a case in weighted tokens; a simulation may use all of its turns. */
export function estimateCase({ turns, expect }: Pick<CaseDocument, 'turns' | 'expect'>): {
  units: number
  tokens: number
} {
  const played = turns.reduce((sum, turn) => sum + turnsOf(turn), 0)
  const isJudged = (expect?.judge?.criteria.length ?? 0) > 0
  const tokens = played * tokensOfTurn + (isJudged ? tokensOfJudging : 0)
  return { units: toUnits(tokens), tokens }
}

function turnsOf(turn: CaseDocument['turns'][number]): number {
  return typeof turn === 'object' && 'simulate' in turn ? (turn.simulate.maxTurns ?? simulatedTurns) : 1
}
