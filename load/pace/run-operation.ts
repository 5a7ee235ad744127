import type { Meter } from '../measure/meter.ts'
import { chooseOperation } from '../mix/index.ts'
import type { LoadOperation, OperationContext } from '../mix/operation-context.ts'

/** Runs one operation, by default one of the mix, until all its effects have happened; counts from `startedAt`. */
export async function runOperation(
  context: OperationContext,
  meter: Meter,
  startedAt: number,
  operation: LoadOperation = chooseOperation(context.random),
): Promise<void> {
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
