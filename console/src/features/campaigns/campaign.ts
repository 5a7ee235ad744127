import { exclusionReasons } from '@parley/definition/vocabulary'
import type { Schema } from '@parley/sdk'

export type Campaign = Schema<'Campaign'>

/** Nothing has been sent yet, so it can still change. */
export const isEditable = ({ status }: Pick<Campaign, 'status'>): boolean => status === 'draft' || status === 'staged'
export const isCampaignOver = ({ status }: Pick<Campaign, 'status'>): boolean =>
  status === 'completed' || status === 'cancelled' || status === 'failed'
/** Whether it changes on its own, so that an open page needs updates. */
export const isCampaignActive = ({ status, staging }: Pick<Campaign, 'status' | 'staging'>): boolean =>
  status === 'running' || status === 'paused' || staging !== undefined

/** A campaign that was started and waits for its start time is scheduled, in the words of its author. */
export const displayedStatusOf = ({ status, waiting }: Pick<Campaign, 'status' | 'waiting'>) =>
  status === 'running' && waiting?.reason === 'before_start' ? 'scheduled' : status

export const countProcessed = ({ counts: { sent, failed, cancelled } }: Pick<Campaign, 'counts'>): number =>
  sent + failed + cancelled

export type FunnelRow = { reason: string; count: number; left: number }

/** Counts who drops out at each check, and how many remain after it. */
export function buildFunnel({ counts, exclusions = {} }: Pick<Campaign, 'counts' | 'exclusions'>): FunnelRow[] {
  let left = counts.total
  return exclusionReasons.flatMap((reason) => {
    const count = exclusions[reason] ?? 0
    left -= count
    return count > 0 ? [{ reason, count, left }] : []
  })
}
