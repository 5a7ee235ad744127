import { runAsTenant, tenantWithoutOrg } from '../fairness/tenant.ts'
import type { World } from '../world.ts'
import {
  type AttemptResult,
  giveUpIfExhausted,
  retry,
  retryGiveUp,
  toAttemptResult,
  type WorkOutcome,
} from './attempt-result.ts'
import type { WorkLease } from './leases.ts'

import type { WriteResult } from './result-writer.ts'
import type { Task, TaskRow, WorkLog } from './task.ts'

export type WorkObservation = {
  kind: string
  outcome: AttemptResult['outcome'] | 'lost' | 'stuck'
  milliseconds: number
  waitedMilliseconds: number
}
export type ObserveWork = (observation: WorkObservation) => void

export type AttemptContext = { world: World; log: WorkLog; observe: ObserveWork; writeResult: WriteResult }
type ReadyAttempt = { row: TaskRow; lease: WorkLease; dueAt: Date; onPerformed?: () => void }

/**
 * How an attempt ended. 'lost': the row was canceled or taken over, and nothing was written. 'stuck': the handler does
 * not return or nothing can be written; the row waits until its lease expires, which counts as a crash.
 */
export type AttemptEnding = AttemptResult | 'lost' | 'stuck'

export async function runAttempt(
  task: Task,
  ready: ReadyAttempt,
  attemptContext: AttemptContext,
): Promise<AttemptEnding> {
  const startedAt = attemptContext.world.now()
  const ending = await performAndRecord(task, ready, attemptContext)
  attemptContext.observe({
    kind: task.kind,
    outcome: typeof ending === 'string' ? ending : ending.outcome,
    milliseconds: attemptContext.world.now().getTime() - startedAt.getTime(),
    waitedMilliseconds: Math.max(0, startedAt.getTime() - ready.dueAt.getTime()),
  })
  return ending
}

async function performAndRecord(
  task: Task,
  ready: ReadyAttempt,
  attemptContext: AttemptContext,
): Promise<AttemptEnding> {
  const refusal = giveUpIfExhausted(ready.row, task)
  if (refusal) return recordResult(task, ready, refusal, attemptContext)
  const outcome = await perform(task, ready, attemptContext.world)
  ready.onPerformed?.()
  if (!outcome) return 'stuck'
  // A handler that wants to record something about its failure still gets to write it.
  if (ready.lease.released && outcome.kind === 'retry' && !outcome.set && !outcome.write) return 'lost'
  return recordResult(
    task,
    ready,
    toAttemptResult(outcome, ready.row, task, currentMoment(attemptContext)),
    attemptContext,
  )
}

async function recordResult(
  task: Task,
  ready: ReadyAttempt,
  settlement: AttemptResult,
  attemptContext: AttemptContext,
): Promise<AttemptEnding> {
  const { row, lease } = ready
  lease.recording = true
  let next: AttemptResult | undefined = settlement
  while (next) {
    try {
      const held = await attemptContext.writeResult({ lease, row, result: next })
      lease.recording = false
      return held ? next : 'lost'
    } catch (error) {
      attemptContext.log.error(
        { err: error, kind: task.kind, id: lease.id },
        `a row could not be saved as ${next.outcome}`,
      )
      next = fallbackResultFor(next, { task, row, error, moment: currentMoment(attemptContext) })
    }
  }
  return 'stuck'
}

type RecordFailure = { task: Task; row: TaskRow; error: unknown; moment: ReturnType<typeof currentMoment> }

/**
 * Returns a failed attempt in place of a result that could not be written; undefined if that could not be written
 * either.
 */
function fallbackResultFor(
  settlement: AttemptResult,
  { task, row, error, moment }: RecordFailure,
): AttemptResult | undefined {
  if (settlement.outcome === 'gave_up') return retryGiveUp(row, error, task, moment)
  if (settlement.outcome === 'retry' && !settlement.write && Object.keys(settlement.set).length === 0) return undefined
  return toAttemptResult(retry(error), row, task, moment)
}

function currentMoment({ world }: AttemptContext) {
  return { now: world.now(), random: world.random() }
}

/** Work shares connections by agent, or by kind if the row has no agent. */
function tenantOf({ kind }: Task, row: TaskRow & { agent_key?: unknown }): string {
  return row.agent_key === undefined ? tenantWithoutOrg(`work ${kind}`) : `agent ${row.agent_key}`
}

/** Returns undefined if the handler neither returned nor reacted to its signal for a whole lease after its timeout. */
async function perform(
  task: Task,
  { row, lease, dueAt }: ReadyAttempt,
  world: World,
): Promise<WorkOutcome | undefined> {
  const context = { signal: lease.signal, attempt: row.attempts + 1, dueAt, world }
  let timer: NodeJS.Timeout | undefined
  const abandoned = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      lease.expired = true
      lease.abort(`timed out after ${task.timeoutSeconds} s`)
      timer = setTimeout(() => resolve(undefined), task.leaseSeconds * 1000).unref()
    }, task.timeoutSeconds * 1000).unref()
  })
  try {
    return await Promise.race([runAsTenant(tenantOf(task, row), () => task.perform(row, context)), abandoned])
  } catch (error) {
    return retry(lease.signal.aborted ? lease.signal.reason : error)
  } finally {
    clearTimeout(timer)
  }
}
