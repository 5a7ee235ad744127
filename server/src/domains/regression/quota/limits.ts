import { platformLimits } from '@parley/testcase'

/** Limits that system operators set for an org; null means the platform default. */
export type LimitOverrides = { dailyUnits: number | null; maxUnitsPerRun: number | null; maxCasesPerRun: number | null }
export type EffectiveLimits = typeof platformLimits

export const noLimitOverrides: LimitOverrides = { dailyUnits: null, maxUnitsPerRun: null, maxCasesPerRun: null }

export function resolveLimits({ dailyUnits, maxUnitsPerRun, maxCasesPerRun }: LimitOverrides): EffectiveLimits {
  return {
    dailyUnits: dailyUnits ?? platformLimits.dailyUnits,
    maxUnitsPerRun: maxUnitsPerRun ?? platformLimits.maxUnitsPerRun,
    maxCasesPerRun: maxCasesPerRun ?? platformLimits.maxCasesPerRun,
    perCaseUnitCeiling: platformLimits.perCaseUnitCeiling,
  }
}

/** Budgets are counted per UTC day. */
export const toUtcDate = (now: Date): string => now.toISOString().slice(0, 10)

export function getResetTime(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
}
