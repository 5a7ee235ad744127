import { createFairSlots } from '../../../platform/fair/slots.ts'
import { currentTenant } from '../../../platform/fair/tenant.ts'
import { inThread, TookTooLong, TookTooMuchMemory } from '../../../platform/thread/in-thread.ts'
import type { Passage } from '../entry.ts'
import { Unreadable } from '../unreadable.ts'
import type { Given } from './index.ts'

export type Told = { passages: Passage[] } | { unreadable: string }

const program = new URL('./thread.ts', import.meta.url)
const limits = { seconds: 20, heapMegabytes: 768 }

/** A thread may take much memory; few at a time. */
const slots = createFairSlots({ slots: 2, reserve: 1 })

/** Reads in a thread, so that a hostile file costs this process neither its event loop nor its memory. */
export async function readApart(given: Given, signal: AbortSignal): Promise<Passage[]> {
  try {
    const told = await slots.run({ tenant: currentTenant() }, () =>
      inThread<Told>(program, given, { ...limits, signal }),
    )
    if ('passages' in told) return told.passages
    throw new Unreadable(told.unreadable)
  } catch (error) {
    if (error instanceof TookTooLong) throw new Unreadable(`It takes longer than ${limits.seconds} s to read`)
    if (!(error instanceof TookTooMuchMemory)) throw error
    throw new Unreadable('It takes too much memory to read; split it into smaller files')
  }
}
