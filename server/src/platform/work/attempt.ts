import { asTenant, tenantWithoutOrg } from '../fair/tenant.ts'
import type { World } from '../world.ts'
import type { Hold } from './holds.ts'
import type { WorkLog } from './log.ts'
import { type Outcome, retry } from './outcome.ts'
import { heldBack, refusalOf, type Settlement, settlementOf } from './settlement.ts'
import type { Settler } from './settler.ts'
import type { Task, TaskRow } from './task.ts'

export type Observation = {
  kind: string
  outcome: Settlement['outcome'] | 'lost' | 'stuck'
  milliseconds: number
  waitedMilliseconds: number
}
export type Observe = (observation: Observation) => void

export type Bench = { world: World; log: WorkLog; observe: Observe; settle: Settler }
type Ready = { row: TaskRow; hold: Hold; dueAt: Date; onPerformed?: () => void }

/**
 * What became of a row. 'lost': it was cancelled or taken over, and nothing was written. 'stuck': its handler does not
 * end or nothing can be written, and it must wait until its lease runs out, which counts as a crash.
 */
export type Ending = Settlement | 'lost' | 'stuck'

export async function attempt(task: Task, ready: Ready, bench: Bench): Promise<Ending> {
  const startedAt = bench.world.now()
  const ending = await settleAttempt(task, ready, bench)
  bench.observe({
    kind: task.kind,
    outcome: typeof ending === 'string' ? ending : ending.outcome,
    milliseconds: bench.world.now().getTime() - startedAt.getTime(),
    waitedMilliseconds: Math.max(0, startedAt.getTime() - ready.dueAt.getTime()),
  })
  return ending
}

async function settleAttempt(task: Task, ready: Ready, bench: Bench): Promise<Ending> {
  const refusal = refusalOf(ready.row, task)
  if (refusal) return settle(task, ready, refusal, bench)
  const outcome = await perform(task, ready, bench.world)
  ready.onPerformed?.()
  if (!outcome) return 'stuck'
  // What a handler wants written of its failure is written all the same, if it still can be.
  if (ready.hold.givenBack && outcome.kind === 'retry' && !outcome.set && !outcome.write) return 'lost'
  return settle(task, ready, settlementOf(outcome, ready.row, task, momentOf(bench)), bench)
}

async function settle(task: Task, ready: Ready, settlement: Settlement, bench: Bench): Promise<Ending> {
  const { row, hold } = ready
  hold.settling = true
  let next: Settlement | undefined = settlement
  while (next) {
    try {
      const held = await bench.settle({ hold, row, settlement: next })
      hold.settling = false
      return held ? next : 'lost'
    } catch (error) {
      bench.log.error({ err: error, kind: task.kind, id: hold.id }, `a row could not be settled as ${next.outcome}`)
      next = insteadOf(next, { task, row, error, moment: momentOf(bench) })
    }
  }
  return 'stuck'
}

type Failure = { task: Task; row: TaskRow; error: unknown; moment: ReturnType<typeof momentOf> }

/** A failed attempt in place of what could not be written; nothing when that cannot be written either. */
function insteadOf(settlement: Settlement, { task, row, error, moment }: Failure): Settlement | undefined {
  if (settlement.outcome === 'gave_up') return heldBack(row, error, task, moment)
  if (settlement.outcome === 'retry' && !settlement.write && Object.keys(settlement.set).length === 0) return undefined
  return settlementOf(retry(error), row, task, moment)
}

function momentOf({ world }: Bench) {
  return { now: world.now(), random: world.random() }
}

/** Work shares connections by agent, or by kind where a row belongs to none. */
function tenantOf({ kind }: Task, row: TaskRow & { agent_key?: unknown }): string {
  return row.agent_key === undefined ? tenantWithoutOrg(`work ${kind}`) : `agent ${row.agent_key}`
}

/** Undefined when the handler neither ended nor heeded its signal for a whole lease after its time was over. */
async function perform(task: Task, { row, hold, dueAt }: Ready, world: World): Promise<Outcome | undefined> {
  const context = { signal: hold.signal, attempt: row.attempts + 1, dueAt, world }
  let timer: NodeJS.Timeout | undefined
  const abandoned = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      hold.expired = true
      hold.abort(`timed out after ${task.timeoutSeconds} s`)
      timer = setTimeout(() => resolve(undefined), task.leaseSeconds * 1000).unref()
    }, task.timeoutSeconds * 1000).unref()
  })
  try {
    return await Promise.race([asTenant(tenantOf(task, row), () => task.perform(row, context)), abandoned])
  } catch (error) {
    return retry(hold.signal.aborted ? hold.signal.reason : error)
  } finally {
    clearTimeout(timer)
  }
}
