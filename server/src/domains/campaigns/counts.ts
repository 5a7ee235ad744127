import type { Campaign, CampaignCounters } from './campaign.ts'

/** Recipients by state; each recipient is in exactly one of these states. */
export type RecipientCounts = CampaignCounters['states'] & { excluded: number }

export const zeroCounters: CampaignCounters = {
  states: { queued: 0, sending: 0, sent: 0, failed: 0, suppressed: 0, cancelled: 0 },
  delivered: 0,
  read: 0,
  reasons: {},
}

type CountableCampaign = Pick<Campaign, 'status' | 'staged'>

/** A recipient without a send is still queued, or cancelled when the campaign ended early. */
export function countByState({ status, staged }: CountableCampaign, { states }: CampaignCounters): RecipientCounts {
  const { total = 0, sendable = 0 } = staged ?? {}
  const claimed = Object.values(states).reduce((sum, count) => sum + count, 0)
  const rest = Math.max(0, sendable - claimed)
  const isOver = status === 'cancelled' || status === 'failed'
  return {
    ...states,
    queued: states.queued + (isOver ? 0 : rest),
    cancelled: states.cancelled + (isOver ? rest : 0),
    excluded: total - sendable,
  }
}

/** `sendable` always equals queued + sent + failed + cancelled. */
export function computeCampaignCounts(campaign: CountableCampaign, counters: CampaignCounters) {
  const states = countByState(campaign, counters)
  const { total = 0, sendable = 0 } = campaign.staged ?? {}
  return {
    total,
    sendable,
    queued: states.queued + states.sending,
    sent: states.sent,
    delivered: counters.delivered,
    read: counters.read,
    failed: states.failed + states.suppressed,
    excluded: states.excluded,
    cancelled: states.cancelled,
  }
}
