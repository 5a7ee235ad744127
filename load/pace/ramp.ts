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
  { seconds, callers: callerSteps }: RampOptions,
  stop: AbortSignal,
): Promise<RampStep[]> {
  const results: RampStep[] = []
  const steps = [...callerSteps.slice(0, 1), ...callerSteps]
  for (const callers of steps) {
    if (stop.aborted) break
    const startedAt = performance.now()
    const deadline = startedAt + (seconds * 1000) / steps.length
    const before = { finished: meter.finished(), errors: meter.errors().count }
    const running = Promise.all(Array.from({ length: callers }, () => callRepeatedly(context, meter, deadline, stop)))
    await sleep(deadline - performance.now(), undefined, { signal: stop }).catch(() => {})
    const perSecond = ((meter.finished() - before.finished) * 1000) / (performance.now() - startedAt)
    await running
    results.push({ callers, perSecond, failed: meter.errors().count - before.errors })
  }
  return results.slice(1)
}

async function callRepeatedly(
  context: OperationContext,
  meter: Meter,
  deadline: number,
  stop: AbortSignal,
): Promise<void> {
  while (performance.now() < deadline && !stop.aborted) await runOperation(context, meter, performance.now())
}

/** The best step without failures. */
export const maxSustainedRate = (results: readonly RampStep[]): number =>
  Math.max(0, ...results.filter(({ failed }) => failed === 0).map(({ perSecond }) => perSecond))
