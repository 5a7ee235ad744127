import type { Schema } from '@parley/sdk'
import { toPrintable } from '../../text/printable.ts'

export type Campaign = Schema<'Campaign'>

export const isCampaignFinished = ({ status }: Campaign): boolean =>
  status === 'completed' || status === 'cancelled' || status === 'failed'

/** Counts the recipients that are no longer queued. */
export const countDone = ({ counts }: Campaign): number => counts.sendable - counts.queued

const waitReasons: Record<NonNullable<Campaign['waiting']>['reason'], string> = {
  outside_safe_hours: 'for its safe hours',
  outside_send_window: 'for the hours of its send window',
  outreach_disabled: 'for its Outreach to be turned on',
  binding_disabled: 'for its channel to be active',
  provider_unavailable: 'for the provider of its channel to take messages again',
  real_sends_off: 'for real sends: REAL_SENDS is off',
  'in-conversation': 'for people who are in a conversation',
}

/** Returns why it is not making progress, or undefined if it is. */
export function campaignWaitReason({ status, waiting }: Campaign): string | undefined {
  if (status === 'draft') return 'The campaign is a draft: nothing is sent until it is staged and started'
  if (status === 'staged') return 'The campaign is staged: nothing is sent until it is started'
  if (status === 'paused') return 'Somebody has paused the campaign; waiting until it is resumed'
  if (!waiting) return undefined
  const until = waiting.until ? `, until ${toPrintable(waiting.until)}` : ''
  return `The campaign waits ${waitReasons[waiting.reason] ?? toPrintable(waiting.reason)}${until}; it goes on by itself`
}

/** Formats as `12 sent, 3 delivered, 1 failed`, without the zeros. */
export function formatCounts({ counts }: Campaign): string {
  const states = ['sent', 'delivered', 'read', 'failed', 'cancelled', 'queued'] as const
  const shownStates = states.filter((state) => state === 'sent' || counts[state] > 0)
  return shownStates.map((state) => `${counts[state]} ${state}`).join(', ')
}
