import { setImmediate as nextTurn } from 'node:timers/promises'
import type { IncrementalTask } from '@parley/findings'

export async function runYielding<T>(steps: IncrementalTask<T>): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await nextTurn()
  }
}
