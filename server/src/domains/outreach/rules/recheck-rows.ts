import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { type EvaluatedRuleRow, type RuleRow, updateEvaluatedRows } from './queries.ts'
import { evaluateRuleRows, type RuleDecision, type RuleEvaluationDeps, toRowUpdate } from './worker.ts'

/** Locks the next rows to evaluate again. */
type LockRows = (tx: Db, most: number) => Promise<RuleRow[]>

type RuleRecheck = {
  generation: number
  /** How many rows may become due, so that rows of other agents do not wait behind all of these. */
  mostDue: number
  lockRows: LockRows
}

/** The first chunk is small, because rows that are to be sent are evaluated again by their own work. */
const firstChunk = 100
const largestChunk = 500
const turnMilliseconds = 500

export type RuleRecheckDeps = RuleEvaluationDeps & { db: Db }

/**
 * Evaluates waiting rows of an agent again, a chunk at a time: writes those that go on waiting or are skipped, and makes
 * those due that are to be sent. Returns how many became due, and whether more rows are left.
 */
export async function recheckRuleRows(
  agent: AgentKey,
  recheck: RuleRecheck,
  deps: RuleRecheckDeps,
): Promise<{ due: number; isMore: boolean }> {
  const endsAt = performance.now() + turnMilliseconds
  let due = 0
  for (let size = firstChunk; ; size = Math.min(2 * size, largestChunk)) {
    const left = recheck.mostDue - due
    const chunk = await inTransaction(deps.db, (tx) =>
      recheckChunk(tx, agent, { ...recheck, mostDue: left, size }, deps),
    )
    due += chunk.due
    if (chunk.isLast) return { due, isMore: false }
    if (due >= recheck.mostDue || performance.now() > endsAt) return { due, isMore: true }
  }
}

async function recheckChunk(
  tx: Db,
  agent: AgentKey,
  { generation, mostDue, lockRows, size }: RuleRecheck & { size: number },
  deps: RuleRecheckDeps,
): Promise<{ due: number; isLast: boolean }> {
  const rows = await lockRows(tx, size)
  const decisions = await evaluateRuleRows(tx, agent, rows, deps)
  const now = deps.world.now()
  const evaluated = rows.map((row, index) => ({ row, decision: decisions[index] as RuleDecision }))
  const sending = evaluated.filter(({ decision }) => decision.kind === 'send')
  const waiting = evaluated.filter(({ decision }) => decision.kind !== 'send')
  const due = sending.slice(0, mostDue)
  const written = [...waiting, ...due].map(({ row, decision }) => toEvaluatedRow(row, decision, now))
  await updateEvaluatedRows(tx, agent, written, generation)
  return { due: due.length, isLast: rows.length < size && due.length === sending.length }
}

/** The same columns as the row's own work writes. Its work also sends it, if nothing has changed by then. */
function toEvaluatedRow(row: RuleRow, decision: RuleDecision, now: Date): EvaluatedRuleRow {
  const { rule_id, person_id, state, reason, planned_at, due_at, attempts, crashes, last_error } = row
  const kept = { rule_id, person_id, state, reason, planned_at, due_at, attempts, crashes, last_error }
  if (decision.kind === 'send') return { ...kept, due_at: due_at && due_at < now ? due_at : now }
  const set = { ...kept, ...toRowUpdate(decision), last_error: null }
  return decision.kind === 'wait'
    ? { ...set, due_at: decision.until, attempts: 0, crashes: 0 }
    : { ...set, due_at: null, attempts: attempts + 1 }
}
