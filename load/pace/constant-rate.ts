import { setTimeout as sleep } from 'node:timers/promises'
import type { Meter } from '../measure/meter.ts'
import type { OperationContext } from '../mix/operation-context.ts'
import { runOperation } from './run-operation.ts'

/** Upper bound of concurrent operations; real callers would have given up beyond it. */
const mostAtOnce = 5_000

type Pace = { perSecond: number; seconds: number }

/**
 * Starts operations at random due times, like independent callers, whether or not earlier ones are complete. Durations
 * count from the due time, so that waiting for a slot counts too.
 */
export async function runAtRate(
  context: OperationContext,
  meter: Meter,
  { perSecond, seconds }: Pace,
  stop: AbortSignal,
): Promise<void> {
  const underWay = new Set<Promise<void>>()
  const begunAt = performance.now()
  let due = begunAt
  while (!stop.aborted) {
    due += (-Math.log(1 - context.random()) * 1000) / perSecond
    if (due > begunAt + seconds * 1000) break
    const wait = due - performance.now()
    if (wait > 0) await sleep(wait, undefined, { signal: stop }).catch(() => {})
    if (underWay.size >= mostAtOnce) {
      meter.fail('pace', `${mostAtOnce} operations were in progress at once`)
      continue
    }
    const one = runOperation(context, meter, due).finally(() => underWay.delete(one))
    underWay.add(one)
  }
  await Promise.all(underWay)
}
