import type { Meter } from '../measure/meter.ts'
import { chosen } from '../mix/index.ts'
import type { Scene } from '../mix/scene.ts'

/** One operation of the mix, until all that it sets going has happened; its time counts from `begunAt`. */
export async function perform(scene: Scene, meter: Meter, begunAt: number): Promise<void> {
  const kind = chosen(scene.random)
  try {
    const effect = await kind.act(scene)
    meter.note(kind.name, performance.now() - begunAt)
    if (effect) {
      await effect.happened
      meter.note(`${kind.name} → ${effect.name}`, performance.now() - begunAt)
    }
  } catch (error) {
    meter.fail(kind.name, error instanceof Error ? error.message : String(error))
  }
  meter.finish()
}
