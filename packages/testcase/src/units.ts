import type { CaseDocument } from './document.ts'

/** Document 2, Limits: what a case costs, in units of so many weighted tokens. */

/** Set for an org by system operators, but for the last. */
export const platformLimits = { dailyUnits: 250, maxUnitsPerRun: 150, maxCasesPerRun: 200, perCaseUnitCeiling: 8 }

const tokensInUnit = 40_000

type Tokens = { inputTokens: number; outputTokens: number; cacheReadTokens: number }

/** Tokens read from a cache are not among `inputTokens`. Counted in tenths, so that nothing is lost in rounding. */
export function weighTokens({ inputTokens, outputTokens, cacheReadTokens }: Tokens): number {
  return (10 * inputTokens + 50 * outputTokens + cacheReadTokens) / 10
}

export function toUnits(weighted: number): number {
  return Math.max(1, Math.ceil(weighted / tokensInUnit))
}

/** A guess before anything is known: a prompt of medium size and a short answer, partly from a cache. */
const tokensOfTurn = 3000
const tokensOfJudging = 3000
/** Of a simulation that does not say how many turns it may take. */
const simulatedTurns = 10

/** What one sample of a case is expected to cost, in weighted tokens; a simulation may use all of its turns. */
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
