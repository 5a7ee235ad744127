import { setTimeout as sleep } from 'node:timers/promises'
import type { Meter } from '../measure/meter.ts'
import type { OperationContext } from '../mix/operation-context.ts'
import { runOperation } from './run-operation.ts'

/** Upper bound of concurrent operations; real callers would have given up beyond it. */
const maxConcurrent = 5_000

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
  const inFlight = new Set<Promise<void>>()
  const startedAt = performance.now()
  let due = startedAt
  while (!stop.aborted) {
    due += (-Math.log(1 - context.random()) * 1000) / perSecond
    if (due > startedAt + seconds * 1000) break
    const wait = due - performance.now()
    if (wait > 0) await sleep(wait, undefined, { signal: stop }).catch(() => {})
    if (inFlight.size >= maxConcurrent) {
      meter.fail('pace', `${maxConcurrent} operations were in progress at once`)
      continue
    }
    const operation = runOperation(context, meter, due).finally(() => inFlight.delete(operation))
    inFlight.add(operation)
  }
  await Promise.all(inFlight)
}
