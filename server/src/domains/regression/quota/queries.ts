import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey, OrgKey } from '../../../platform/http/route.ts'
import { type LimitOverrides, noLimitOverrides, toUtcDate } from './limits.ts'

/** The counter for the whole org has an empty agent id. */
const wholeOrg = ''

export async function findLimitOverrides(db: Db, org: OrgKey): Promise<LimitOverrides> {
  const row = await db.selectFrom('test_limits').selectAll().where('org_id', '=', org.id).executeTakeFirst()
  if (!row) return noLimitOverrides
  return {
    dailyUnits: row.daily_units,
    maxUnitsPerRun: row.max_units_per_run,
    maxCasesPerRun: row.max_cases_per_run,
  }
}

/** Absent fields remain unchanged. */
export async function saveLimitOverrides(tx: Db, org: OrgKey, change: Partial<LimitOverrides>): Promise<void> {
  const { dailyUnits, maxUnitsPerRun, maxCasesPerRun } = { ...(await findLimitOverrides(tx, org)), ...change }
  const columns = { daily_units: dailyUnits, max_units_per_run: maxUnitsPerRun, max_cases_per_run: maxCasesPerRun }
  await tx
    .insertInto('test_limits')
    .values({ org_id: org.id, ...columns })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet(columns))
    .execute()
}

/** Returns whether the org exists, and locks it so that concurrent changes of its limits wait. */
export async function lockOrgForLimits(tx: Db, org: OrgKey): Promise<boolean> {
  const row = await tx.selectFrom('orgs').select('id').where('id', '=', org.id).forUpdate().executeTakeFirst()
  return row !== undefined
}

/** Serializes decisions about the remaining budget of a day. */
export async function lockBudgetDay(tx: Db, org: OrgKey, now: Date): Promise<void> {
  const day = toUtcDate(now)
  await tx
    .insertInto('test_usage')
    .values({ org_id: org.id, day, agent_id: wholeOrg })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await selectUsage(tx, org, now).select('units').where('agent_id', '=', wholeOrg).forUpdate().execute()
}

export type UsedUnits = { org: number; agent: number }

export async function findUsedUnits(db: Db, agent: AgentKey, now: Date): Promise<UsedUnits> {
  const rows = await selectUsage(db, { id: agent.orgId }, now)
    .select(['agent_id', 'units'])
    .where('agent_id', 'in', [wholeOrg, agent.id])
    .execute()
  const unitsOf = (id: string) => rows.find(({ agent_id }) => agent_id === id)?.units ?? 0
  return { org: unitsOf(wholeOrg), agent: unitsOf(agent.id) }
}

/** Charges the org first, so that concurrent charges cannot deadlock. */
export async function chargeUnits(
  tx: Db,
  agent: AgentKey,
  { units, now }: { units: number; now: Date },
): Promise<void> {
  const row = { org_id: agent.orgId, day: toUtcDate(now), units }
  await tx
    .insertInto('test_usage')
    .values([
      { ...row, agent_id: wholeOrg },
      { ...row, agent_id: agent.id },
    ])
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'day', 'agent_id'])
        .doUpdateSet(({ eb, ref }) => ({ units: eb(ref('test_usage.units'), '+', ref('excluded.units')) })),
    )
    .execute()
}

function selectUsage(db: Db, org: OrgKey, now: Date) {
  return db.selectFrom('test_usage').where('org_id', '=', org.id).where('day', '=', toUtcDate(now))
}
