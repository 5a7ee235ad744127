import { setTimeout as sleep } from 'node:timers/promises'
import type { Meter } from '../measure/meter.ts'
import type { OperationContext } from '../mix/operation-context.ts'
import { runOperation } from './run-operation.ts'

/** Beyond so many at once nobody would still be waiting. */
const mostAtOnce = 5_000

type Pace = { perSecond: number; seconds: number }

/**
 * Operations begin when they are due, at random as callers who do not know of each other do, whether or not those before
 * them are over. The time of each counts from when it was due: waiting for a place counts, too.
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
      meter.fail('pace', `${mostAtOnce} operations were under way at once`)
      continue
    }
    const one = runOperation(context, meter, due).finally(() => underWay.delete(one))
    underWay.add(one)
  }
  await Promise.all(underWay)
}
