import type { ExclusionReason, Staged } from '../campaign.ts'
import type { Blocker } from './opening.ts'

/** What a snapshot has come to so far. */
export type Counts = Pick<Staged, 'total' | 'sendable' | 'exclusions'>

export const noCounts: Counts = { total: 0, sendable: 0, exclusions: {} }

/** With as many more; those whom nothing hinders are under no reason. */
export function addedTo(before: Counts, reasons: Partial<Record<ExclusionReason | '', number>>): Counts {
  const { '': sendable = 0, ...excluded } = reasons
  const counts = { ...before, exclusions: { ...before.exclusions } }
  counts.total += sendable
  counts.sendable += sendable
  for (const [reason, count] of Object.entries(excluded) as [ExclusionReason, number][]) {
    counts.total += count
    counts.exclusions[reason] = (counts.exclusions[reason] ?? 0) + count
  }
  return counts
}

const mostRemembered = 1000

/** Of all who have the same on file, the first is judged. */
export function judgeOf({ isBlocked }: Blocker) {
  const known = new Map<string, boolean>()
  const those = (isSo: boolean) => [...known.keys()].filter((filled) => known.get(filled) === isSo)
  return {
    judged: () => ({ blocked: those(true), open: those(false) }),
    learn(some: readonly string[]): void {
      for (const filled of some) known.set(filled, isBlocked(filled))
    },
    /** Only between pieces: what a piece has been judged by must last until it is written. */
    forget(): void {
      if (known.size > mostRemembered) known.clear()
    },
  }
}
