import type { ExclusionReason, StagingResult } from '../campaign.ts'
import type { Experiment } from '../experiment/assignment.ts'
import type { SlotRequirements } from './opening.ts'

export type SnapshotCounts = Pick<StagingResult, 'total' | 'sendable' | 'exclusions' | 'variants' | 'heldOut'>

export type ChunkCounts = {
  /** The number of people by exclusion reason; the empty reason counts those who were not excluded. */
  reasons: Partial<Record<ExclusionReason | '', number>>
  /** Of those not excluded: how many are held out, and how many get each variant. */
  heldOut: number
  variants: Record<string, number>
}

/** Without variants and holdout, they are not counted either. */
export function createSnapshotCounts({ variants, holdoutPercent }: Experiment): SnapshotCounts {
  return {
    ...{ total: 0, sendable: 0, exclusions: {} },
    ...(variants && { variants: Object.fromEntries(variants.map(({ id }) => [id, 0])) }),
    ...(holdoutPercent !== undefined && { heldOut: 0 }),
  }
}

/** Adds the counts of a chunk; people without an exclusion are under the empty reason. */
export function addSnapshotCounts(before: SnapshotCounts, { reasons, heldOut, variants }: ChunkCounts): SnapshotCounts {
  const { '': included = 0, ...excluded } = reasons
  const counts = { ...before, exclusions: { ...before.exclusions } }
  counts.total += included
  counts.sendable += included - heldOut
  if (before.heldOut !== undefined) counts.heldOut = before.heldOut + heldOut
  if (before.variants) {
    const added = Object.entries(before.variants).map(([id, people]) => [id, people + (variants[id] ?? 0)])
    counts.variants = Object.fromEntries(added)
  }
  for (const [reason, count] of Object.entries(excluded) as [ExclusionReason, number][]) {
    counts.total += count
    counts.exclusions[reason] = (counts.exclusions[reason] ?? 0) + count
  }
  return counts
}

const maxCachedMasks = 1000

/** Decides each distinct fill mask once, for all people who share it. */
export function createMaskDecider({ isBlocked }: SlotRequirements) {
  const known = new Map<string, boolean>()
  const those = (isSo: boolean) => [...known.keys()].filter((filled) => known.get(filled) === isSo)
  return {
    judged: () => ({ blocked: those(true), open: those(false) }),
    learn(some: readonly string[]): void {
      for (const filled of some) known.set(filled, isBlocked(filled))
    },
    /** Call only between chunks: the decisions for a chunk must last until it is written. */
    forget(): void {
      if (known.size > maxCachedMasks) known.clear()
    },
  }
}
