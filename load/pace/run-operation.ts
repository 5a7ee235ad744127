import type { Meter } from '../measure/meter.ts'
import { chooseOperation } from '../mix/index.ts'
import type { OperationContext } from '../mix/operation-context.ts'

/** Runs one operation of the mix until all its effects have happened; the duration counts from `begunAt`. */
export async function runOperation(context: OperationContext, meter: Meter, begunAt: number): Promise<void> {
  const kind = chooseOperation(context.random)
  try {
    const effect = await kind.run(context)
    meter.record(kind.name, performance.now() - begunAt)
    if (effect) {
      await effect.completed
      meter.record(`${kind.name} → ${effect.name}`, performance.now() - begunAt)
    }
  } catch (error) {
    meter.fail(kind.name, error instanceof Error ? error.message : String(error))
  }
  meter.finish()
}
