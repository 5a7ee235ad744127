import { availableParallelism } from 'node:os'
import { readProcessorTime } from './processes.ts'

/** The largest part of one core that a file needs that mostly waits: `main.test.ts` used a third of it. */
const neededCores = 0.8

/**
 * Returns a function that tells whether a core was idle since its last call. Time that the host of a virtual machine took
 * is not idle, and neither is that of other programs. Where /proc does not exist, no core counts as idle.
 */
export function createIdleMeter(read = readProcessorTime, cores = availableParallelism()): () => boolean {
  let before = read()
  return () => {
    const after = read()
    if (!before || !after) return false
    const idle = after.idle - before.idle
    const total = idle + after.busy - before.busy + after.stolen - before.stolen
    before = after
    return total > 0 && (idle / total) * cores >= neededCores
  }
}
