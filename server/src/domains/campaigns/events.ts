import type { AgentKey } from '../../platform/http/route.ts'
import type { OutboxEvent } from '../../platform/outbox.ts'
import type { Campaign, CampaignStatus } from './campaign.ts'

/** The webhook event of a campaign's status change: ids and states only. */
export function createStatusChangedEvent(
  { id: agentId, orgId }: AgentKey,
  { id: campaignId, outreachId, status }: Pick<Campaign, 'id' | 'outreachId' | 'status'>,
  previousStatus: CampaignStatus,
): OutboxEvent {
  return { orgId, type: 'campaign.status_changed', data: { agentId, campaignId, outreachId, status, previousStatus } }
}
