import { platformLimits } from '@parley/testcase'

/** What system operators have set for an org; null is that the platform's own holds. */
export type LimitsSet = { dailyUnits: number | null; maxUnitsPerRun: number | null; maxCasesPerRun: number | null }
export type Limits = typeof platformLimits

export const nothingSet: LimitsSet = { dailyUnits: null, maxUnitsPerRun: null, maxCasesPerRun: null }

/** What holds for the org. */
export function limitsOf({ dailyUnits, maxUnitsPerRun, maxCasesPerRun }: LimitsSet): Limits {
  return {
    dailyUnits: dailyUnits ?? platformLimits.dailyUnits,
    maxUnitsPerRun: maxUnitsPerRun ?? platformLimits.maxUnitsPerRun,
    maxCasesPerRun: maxCasesPerRun ?? platformLimits.maxCasesPerRun,
    perCaseUnitCeiling: platformLimits.perCaseUnitCeiling,
  }
}

/** Budgets are counted by the day of UTC. */
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10)

export function resetsAt(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
}
