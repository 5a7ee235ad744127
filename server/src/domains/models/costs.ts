import { z } from 'zod'
import type { Db } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { invalidRequest } from '../../platform/http/problem.ts'
import type { AgentKey, OrgKey } from '../../platform/http/route.ts'
import { instantQuery, timestamp } from '../../platform/http/schemas.ts'
import type { Announce } from '../../platform/outbox.ts'
import { dayMilliseconds, type World } from '../../platform/world.ts'
import {
  addModelCall,
  type BudgetUse,
  type CostRow,
  type CountedCall,
  deleteCostsBefore,
  insertThreshold,
  listBudgetUses,
  sumModelCosts,
  sumSpent,
} from './queries/costs.ts'
import { findModelSettings, lockBudget } from './queries/settings.ts'
import type { ModelBudget } from './settings.ts'

/** What model calls cost, and budgets. */

const Cost = z.strictObject({ amount: z.number(), currency: z.string() })
const count = z.int().min(0)

const maxDays = 400
const defaultDays = 30

export const CostQuery = z.strictObject({
  start: instantQuery
    .optional()
    .meta({ description: `ISO-8601 or milliseconds; default: ${defaultDays} days before \`end\`.` }),
  end: instantQuery.optional().meta({ description: 'ISO-8601 or milliseconds, exclusive; default: now.' }),
  groupBy: z.enum(['day', 'model', 'playbook']).default('day'),
})

const costExample = {
  key: '2030-01-31',
  calls: 12,
  inputTokens: 9000,
  outputTokens: 800,
  cost: { amount: 0.41, currency: 'USD' },
}

const ModelCost = z
  .strictObject({
    key: z.string().meta({ description: 'The UTC day, the id of the model, or the id of the playbook.' }),
    calls: count,
    inputTokens: count.meta({ description: 'Including those that the provider read from its cache.' }),
    outputTokens: count,
    cost: Cost.optional().meta({ description: 'Absent if no model of these calls has a price.' }),
  })
  .meta({ id: 'ModelCost', examples: [costExample] })

export const ModelCosts = z
  .strictObject({
    data: z.array(ModelCost),
    budget: z
      .strictObject({
        amount: z.number(),
        spent: z.number(),
        currency: z.string(),
        per: z.enum(['day', 'month']),
        resetsAt: timestamp,
      })
      .optional(),
  })
  .meta({
    id: 'ModelCosts',
    examples: [
      {
        data: [costExample],
        budget: { amount: 20, spent: 3.5, currency: 'USD', per: 'month', resetsAt: '2030-02-01T00:00:00.000Z' },
      },
    ],
  })
type ModelCosts = z.input<typeof ModelCosts>

export async function readModelCosts(
  db: Db,
  agent: AgentKey,
  query: z.output<typeof CostQuery>,
  now: Date,
): Promise<ModelCosts> {
  const end = query.end ?? new Date(now.getTime() + 1)
  const start = query.start ?? new Date(end.getTime() - defaultDays * dayMilliseconds)
  checkWindow(start, end)
  const [rows, settings] = await Promise.all([
    sumModelCosts(db, agent, { start, end, groupBy: query.groupBy }),
    findModelSettings(db, agent),
  ])
  const data = [...Map.groupBy(rows, ({ key }) => key).values()].flatMap(joinCurrencies).map(toCostEntry)
  const budget = settings?.budget
  return { data, ...(budget && { budget: await readBudgetState(db, agent, budget, now) }) }
}

const [earliest, latest] = [Date.parse('1970-01-02T00:00:00Z'), Date.parse('9999-01-01T00:00:00Z')]

function checkWindow(start: Date, end: Date): void {
  for (const [field, at] of Object.entries({ start, end }))
    if (at.getTime() < earliest || at.getTime() > latest)
      throw invalidRequest([{ field, message: 'must be between the years 1970 and 9999' }])
  if (start >= end) throw invalidRequest([{ field: 'start', message: 'must be before end' }])
  if (end.getTime() - start.getTime() > maxDays * dayMilliseconds)
    throw invalidRequest([{ field: 'start', message: `must be at most ${maxDays} days before end` }])
}

/** Calls without a price join those of the only currency; several currencies cannot be summed and stay apart. */
function joinCurrencies(rows: CostRow[]): CostRow[] {
  const [priced, free] = [rows.filter(({ currency }) => currency !== ''), rows.find(({ currency }) => currency === '')]
  const [first, ...others] = priced
  if (!first || !free) return rows
  const joined = {
    ...first,
    calls: first.calls + free.calls,
    inputTokens: first.inputTokens + free.inputTokens,
    outputTokens: first.outputTokens + free.outputTokens,
  }
  return [joined, ...others]
}

const toCostEntry = ({ currency, amount, ...entry }: CostRow): ModelCosts['data'][number] => ({
  ...entry,
  ...(currency !== '' && { cost: { amount: roundAmount(amount), currency } }),
})

const roundAmount = (amount: number): number => Math.round(amount * 1e8) / 1e8

/** The UTC day or month that contains `now`. */
export function findPeriod(per: ModelBudget['per'], now: Date): { start: Date; resetsAt: Date } {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  return per === 'day'
    ? { start: new Date(Date.UTC(year, month, day)), resetsAt: new Date(Date.UTC(year, month, day + 1)) }
    : { start: new Date(Date.UTC(year, month)), resetsAt: new Date(Date.UTC(year, month + 1)) }
}

async function readBudgetState(db: Db, agent: AgentKey, { amount, currency, per }: ModelBudget, now: Date) {
  const { start, resetsAt } = findPeriod(per, now)
  const spent = roundAmount(await sumSpent(db, agent, { start, currency }))
  return { amount, spent, currency, per, resetsAt: resetsAt.toISOString() }
}

export async function isBudgetSpent(db: Db, agent: AgentKey, budget: ModelBudget, now: Date): Promise<boolean> {
  const { amount, spent } = await readBudgetState(db, agent, budget, now)
  return spent >= amount
}

const thresholds = [80, 100] as const

type CostDeps = { db: Db; world: World; announce: Announce }

/**
 * Counts a call as soon as it was made: it costs money even if the turn fails afterwards. Announces the thresholds of
 * the budget that it reaches, once per period, however many processes count at the same time.
 */
export async function recordModelCall(agent: AgentKey, call: CountedCall, deps: CostDeps): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const budget = await lockBudget(tx, agent)
    await addModelCall(tx, agent, call)
    if (!budget || call.cost?.currency !== budget.currency) return
    const { amount, currency, per } = budget
    const { start, resetsAt } = findPeriod(per, call.at)
    const spent = roundAmount(await sumSpent(tx, agent, { start, currency }))
    for (const threshold of thresholds) {
      if (spent * 100 < amount * threshold) continue
      if (!(await insertThreshold(tx, agent, { per, start, threshold, now: call.at }))) continue
      const data = { agentId: agent.id, threshold, amount, spent, currency, per, resetsAt: resetsAt.toISOString() }
      await deps.announce(tx, { orgId: agent.orgId, type: 'budget.threshold_reached', data })
    }
  })
}

/** The budgets of an org of which at least 80 % are spent. */
export async function listReachedBudgets(db: Db, org: OrgKey, now: Date): Promise<BudgetUse[]> {
  const periods = { day: findPeriod('day', now).start, month: findPeriod('month', now).start }
  const uses = await listBudgetUses(db, org, periods)
  return uses.filter(({ amount, spent }) => spent * 100 >= amount * thresholds[0])
}

/** Costs of the current month are always retained, because budgets need them. */
const minRetentionDays = 62

export const deleteOldCosts = (db: Db, now: Date, historyDays: number): Promise<void> =>
  deleteCostsBefore(db, new Date(now.getTime() - Math.max(historyDays, minRetentionDays) * dayMilliseconds))

export type CallCost = { amount: number; currency: string }

/** Costs are stored in billionths. */
export const roundCost = (amount: number): number => Math.round(amount * 1e9) / 1e9

/** Sums costs, one amount for each currency. */
export function sumCosts(costs: readonly (CallCost | undefined)[]): CallCost[] {
  const byCurrency = Map.groupBy(
    costs.filter((cost) => cost !== undefined),
    ({ currency }) => currency,
  )
  return [...byCurrency].map(([currency, all]) => ({
    amount: roundCost(all.reduce((sum, { amount }) => sum + amount, 0)),
    currency,
  }))
}
