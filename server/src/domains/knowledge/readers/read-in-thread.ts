import { runInThread, ThreadMemoryError, ThreadTimeoutError } from '../../../platform/concurrency/concurrency.ts'
import { createFairSlots } from '../../../platform/fairness/slots.ts'
import { currentTenant } from '../../../platform/fairness/tenant.ts'
import type { Passage } from '../entry.ts'
import type { ReaderInput } from './index.ts'
import { UnreadableSourceError } from './reader.ts'

export type ReaderThreadMessage = { passages: Passage[] } | { unreadable: string }

const program = new URL('./thread.ts', import.meta.url)
const limits = { seconds: 20, heapMegabytes: 768 }

/** A thread may use a lot of memory, so only a few run at a time. */
const slots = createFairSlots({ slots: 2, reserve: 1 })

/**
 * Reads in a worker thread, so that a hostile file cannot block the event loop or exhaust the memory of this process.
 */
export async function readInThread(given: ReaderInput, signal: AbortSignal): Promise<Passage[]> {
  try {
    const result = await slots.run({ tenant: currentTenant() }, () =>
      runInThread<ReaderThreadMessage>(program, given, { ...limits, signal }),
    )
    if ('passages' in result) return result.passages
    throw new UnreadableSourceError(result.unreadable)
  } catch (error) {
    if (error instanceof ThreadTimeoutError)
      throw new UnreadableSourceError(`Reading it takes longer than ${limits.seconds} s`)
    if (!(error instanceof ThreadMemoryError)) throw error
    throw new UnreadableSourceError('Reading it takes too much memory; split it into smaller files')
  }
}
