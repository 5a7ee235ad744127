import type { Channel } from '@parley/amf'
import type { ExclusionReason, StagingResult } from '../campaign.ts'
import type { SlotRequirements } from './opening.ts'

export type SnapshotCounts = Pick<StagingResult, 'total' | 'sendable' | 'exclusions' | 'channels'>

export const zeroSnapshotCounts: SnapshotCounts = { total: 0, sendable: 0, exclusions: {}, channels: {} }

/** Adds the counts of a chunk; people without an exclusion are under the empty reason. */
export function addSnapshotCounts(
  before: SnapshotCounts,
  reasons: Partial<Record<ExclusionReason | '', number>>,
  channels: SnapshotCounts['channels'] = {},
): SnapshotCounts {
  const { '': sendable = 0, ...excluded } = reasons
  const counts = { ...before, exclusions: { ...before.exclusions }, channels: { ...before.channels } }
  for (const [channel, count] of Object.entries(channels) as [Channel, number][]) {
    counts.channels[channel] = (counts.channels[channel] ?? 0) + count
  }
  counts.total += sendable
  counts.sendable += sendable
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
