import { setTimeout as sleep } from 'node:timers/promises'
import type { Meter } from '../measure/meter.ts'
import type { OperationContext } from '../mix/operation-context.ts'
import { runOperation } from './run-operation.ts'

/** The total duration, and the number of callers at each step. */
export type RampOptions = { seconds: number; callers: readonly number[] }
/** `failed` counts unexpected or missing responses: the step was overloaded. */
export type RampStep = { callers: number; perSecond: number; failed: number }

/**
 * Callers that each wait for one operation to complete before starting the next, more of them at each step. The first
 * step runs twice, the first time as a warm-up. Effects are awaited, so that no rate counts that leaves work behind.
 */
export async function runRamp(
  context: OperationContext,
  meter: Meter,
  { seconds, callers: rising }: RampOptions,
  stop: AbortSignal,
): Promise<RampStep[]> {
  const steps: RampStep[] = []
  const all = [...rising.slice(0, 1), ...rising]
  for (const callers of all) {
    if (stop.aborted) break
    const begunAt = performance.now()
    const until = begunAt + (seconds * 1000) / all.length
    const before = { finished: meter.finished(), errors: meter.errors().count }
    const calling = Promise.all(Array.from({ length: callers }, () => keepCalling(context, meter, until, stop)))
    await sleep(until - performance.now(), undefined, { signal: stop }).catch(() => {})
    const perSecond = ((meter.finished() - before.finished) * 1000) / (performance.now() - begunAt)
    await calling
    steps.push({ callers, perSecond, failed: meter.errors().count - before.errors })
  }
  return steps.slice(1)
}

async function keepCalling(context: OperationContext, meter: Meter, until: number, stop: AbortSignal): Promise<void> {
  while (performance.now() < until && !stop.aborted) await runOperation(context, meter, performance.now())
}

/** The best step without failures. */
export const maxSustainedRate = (steps: readonly RampStep[]): number =>
  Math.max(0, ...steps.filter(({ failed }) => failed === 0).map(({ perSecond }) => perSecond))
