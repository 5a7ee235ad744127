import type { AgentKey } from '../../../platform/http/route.ts'
import type { OutboxEvent } from '../../../platform/outbox.ts'
import type { NewSend, SendFailureReason, SendState } from './send.ts'

type SendEventData = Pick<NewSend, 'id' | 'outreachId' | 'origin' | 'personId' | 'campaignId' | 'ruleId'> & {
  state: SendState
  reason?: SendFailureReason
  responded?: boolean
}

/** The webhook event of a send: ids and states, never message content. */
export function sendUpdated({ id: agentId, orgId }: AgentKey, send: SendEventData): OutboxEvent {
  const { id: sendId, outreachId, origin, personId, campaignId, ruleId, state, reason, responded } = send
  const from = { ...(campaignId && { campaignId }), ...(ruleId && { automatedOutreachId: ruleId }) }
  const data = { agentId, sendId, outreachId, origin, ...from, personId, state, ...(reason && { reason }) }
  return { orgId, type: 'outreach.send.updated', data: responded ? { ...data, responded } : data }
}
