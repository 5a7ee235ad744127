import type { Channel } from '@parley/amf'
import type { OutreachClass, sendFailureReasons, sendOrigins, sendStates } from '@parley/definition/vocabulary'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { OutboxEvent } from '../../../platform/outbox.ts'

export type SendOrigin = (typeof sendOrigins)[number]

export type SendState = (typeof sendStates)[number]

export type SendFailureReason = (typeof sendFailureReasons)[number]

/**
 * Conditions that a rule row, send or follow-up waits for and that may change at any time; a change triggers another
 * evaluation.
 */
export const holdReasons = [
  'in-conversation',
  'outside_safe_hours',
  'outside_send_window',
  'rule_disabled',
  'sequence_disabled',
  'outreach_disabled',
  'binding_disabled',
] as const
export type HoldReason = (typeof holdReasons)[number]
export const isHoldReason = (reason: string | undefined): boolean =>
  (holdReasons as readonly (string | undefined)[]).includes(reason)

/** The consent that the caller claimed, and what was on record at the time. */
export type SendConsent = {
  claimed: 'yes' | 'none'
  recorded: 'granted' | 'unknown' | 'new'
  evidence?: string
  capturedAt?: string
  source?: string
}

export type NewSend = {
  id: string
  outreachId: string
  class: OutreachClass
  origin: SendOrigin
  campaignId?: string
  ruleId?: string
  sequenceId?: string
  stepId?: string
  personId: string
  asid: string
  channel: Channel
  sandbox?: boolean
  /** It does not count as a contact of the person, and has no follow-ups. */
  isTest?: boolean
  /** Replaces the opener of the Outreach. */
  openerTemplateId?: string
  keyHash?: Buffer
  inputs?: Record<string, string>
  consent?: SendConsent
  now: Date
  /** When the worker picks it up; defaults to `now`. */
  dueAt?: Date
}

type SendEventData = Pick<
  NewSend,
  'id' | 'outreachId' | 'origin' | 'personId' | 'campaignId' | 'ruleId' | 'sequenceId'
> & {
  state: SendState
  reason?: SendFailureReason
  responded?: boolean
}

/** The webhook event of a send: ids and states, never message content. */
export function sendUpdated({ id: agentId, orgId }: AgentKey, send: SendEventData): OutboxEvent {
  const { id: sendId, outreachId, origin, personId, campaignId, ruleId, sequenceId, state, reason, responded } = send
  const from = {
    ...(campaignId && { campaignId }),
    ...(ruleId && { automatedOutreachId: ruleId }),
    ...(sequenceId && { sequenceId }),
  }
  const data = { agentId, sendId, outreachId, origin, ...from, personId, state, ...(reason && { reason }) }
  return { orgId, type: 'outreach.send.updated', data: responded ? { ...data, responded } : data }
}
