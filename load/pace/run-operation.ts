import type { Meter } from '../measure/meter.ts'
import { chooseOperation } from '../mix/index.ts'
import type { OperationContext } from '../mix/operation-context.ts'

/** Runs one operation of the mix until all its effects have happened; the duration counts from `startedAt`. */
export async function runOperation(context: OperationContext, meter: Meter, startedAt: number): Promise<void> {
  const operation = chooseOperation(context.random)
  try {
    const effect = await operation.run(context)
    meter.record(operation.name, performance.now() - startedAt)
    if (effect) {
      await effect.completed
      meter.record(`${operation.name} → ${effect.name}`, performance.now() - startedAt)
    }
  } catch (error) {
    meter.fail(operation.name, error instanceof Error ? error.message : String(error))
  }
  meter.finish()
}
