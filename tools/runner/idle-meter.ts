import { availableParallelism } from 'node:os'
import { compareMachineTimes, readMachineTimes } from '../../server/src/testing/processor-time.ts'

/** The largest part of one core that a file needs that mostly waits: `main.test.ts` used a third of it. */
const neededCores = 0.8

/**
 * Returns a function that tells whether a core was idle since its last call. Time that the host of a virtual machine took
 * is not idle, and neither is that of other programs. Where /proc does not exist, no core counts as idle.
 */
export function createIdleMeter(read = readMachineTimes, cores = availableParallelism()): () => boolean {
  let before = read()
  return () => {
    const after = read()
    if (!before || !after) return false
    const { idle, total } = compareMachineTimes(before, after)
    before = after
    return total > 0 && (idle / total) * cores >= neededCores
  }
}
