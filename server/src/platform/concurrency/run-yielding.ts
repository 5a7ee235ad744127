import { setImmediate as nextTurn } from 'node:timers/promises'

/** Work that is done step by step, such as the checks of a long list. */
type Steps<T> = Generator<undefined, T>

/** Runs all steps; other requests have their turn between two of them. */
export async function runYielding<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await nextTurn()
  }
}
