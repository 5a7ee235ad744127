import { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import { problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { timestamp } from '../../../platform/http/schemas.ts'
import { type EffectiveLimits, getResetTime, resolveLimits } from './limits.ts'
import { findLimitOverrides, findUsedUnits, lockBudgetDay, type UsedUnits } from './queries.ts'

const units = z.int().min(0)
const Share = z.strictObject({ used: units, limit: units, remaining: units })
const share = { used: 12, limit: 250, remaining: 238 }

export const QuotaResponse = z
  .strictObject({
    limits: z.strictObject({
      dailyUnits: units,
      maxUnitsPerRun: units,
      maxCasesPerRun: units,
      perCaseUnitCeiling: units,
    }),
    org: Share,
    agent: Share,
    resetsAt: timestamp,
  })
  .meta({
    id: 'TestQuota',
    examples: [
      {
        limits: { dailyUnits: 250, maxUnitsPerRun: 150, maxCasesPerRun: 200, perCaseUnitCeiling: 8 },
        org: share,
        agent: share,
        resetsAt: '2030-02-01T00:00:00.000Z',
      },
    ],
  })
type QuotaResponse = z.input<typeof QuotaResponse>

/** Agents have no budget of their own: each may use all of its org's. */
export async function getQuota(db: Db, agent: AgentKey, now: Date): Promise<QuotaResponse> {
  const { limits, used } = await loadQuotaState(db, agent, now)
  const shareOf = (count: number) => ({
    used: count,
    limit: limits.dailyUnits,
    remaining: Math.max(limits.dailyUnits - count, 0),
  })
  return { limits, org: shareOf(used.org), agent: shareOf(used.agent), resetsAt: getResetTime(now).toISOString() }
}

type QuotaRequest = { estimate: { units: number; tokens: number }; samples: number; now: Date }
type QuotaState = { limits: EffectiveLimits; used: UsedUnits }

/** Throws 429 when a run exceeds the budget of its org. */
export async function assertWithinQuota(db: Db, agent: AgentKey, request: QuotaRequest): Promise<void> {
  const refusal = describeOverQuota(request, await loadQuotaState(db, agent, request.now))
  if (refusal) throw problem('agent.test.quota_exceeded', 429, refusal)
}

export async function findAgentLimits(db: Db, agent: AgentKey): Promise<EffectiveLimits> {
  return resolveLimits(await findLimitOverrides(db, { id: agent.orgId }))
}

async function loadQuotaState(db: Db, agent: AgentKey, now: Date): Promise<QuotaState> {
  return { limits: await findAgentLimits(db, agent), used: await findUsedUnits(db, agent, now) }
}

/** Returns the problem details for a run that is too large, or undefined when it fits. */
export function describeOverQuota({ estimate, samples, now }: QuotaRequest, { limits, used }: QuotaState) {
  const remaining = Math.max(limits.dailyUnits - Math.max(used.org, used.agent), 0)
  const at = getResetTime(now).toISOString()
  const why = findQuotaProblem({ units: estimate.units, samples, remaining, at }, limits)
  if (!why) return undefined
  const { maxUnitsPerRun, maxCasesPerRun } = limits
  return { ...why, estimate, remaining, maxUnitsPerRun, maxCasesPerRun, resetsAt: at }
}

type RunSize = { units: number; samples: number; remaining: number; at: string }

function findQuotaProblem(
  { units: needed, samples, remaining, at }: RunSize,
  { maxCasesPerRun, maxUnitsPerRun }: EffectiveLimits,
): { detail: string; suggestion: string } | undefined {
  const fewer = 'select suites, cases or tags, or fewer samples'
  if (samples > maxCasesPerRun) {
    return {
      detail: `The run has ${samples} case samples; the limit is ${maxCasesPerRun}`,
      suggestion: `Run at most ${maxCasesPerRun} case samples at a time: ${fewer}.`,
    }
  }
  if (needed > maxUnitsPerRun) {
    return {
      detail: `The run is estimated at ${needed} units; the limit is ${maxUnitsPerRun}`,
      suggestion: `Run cases of at most ${maxUnitsPerRun} units at a time: ${fewer}.`,
    }
  }
  if (needed <= remaining) return undefined
  return {
    detail: `The run is estimated at ${needed} units; ${remaining} are left today`,
    suggestion:
      remaining > 0
        ? `Run cases of at most ${remaining} units now (${fewer}), or all of them after ${at}.`
        : `Start the run after ${at}, when the daily budget resets.`,
  }
}

/**
 * Checks whether the daily budget has room for one more case. Returns `later` when that depends on running cases, each
 * of which costs at least one unit, or nothing if it errors. Concurrent checks of the same org wait until the
 * transaction ends.
 */
export async function checkBudget(
  tx: Db,
  agent: AgentKey,
  { running, now }: { running(): Promise<number>; now: Date },
): Promise<'room' | 'later' | 'none'> {
  const org = { id: agent.orgId }
  await lockBudgetDay(tx, org, now)
  const { dailyUnits } = resolveLimits(await findLimitOverrides(tx, org))
  // Counted under the lock, so that two cases about to start see each other.
  return computeBudgetRoom({ dailyUnits, used: (await findUsedUnits(tx, agent, now)).org, running: await running() })
}

export function computeBudgetRoom({
  dailyUnits,
  used,
  running,
}: {
  dailyUnits: number
  used: number
  running: number
}) {
  if (used + running < dailyUnits) return 'room'
  return running > 0 ? 'later' : 'none'
}
