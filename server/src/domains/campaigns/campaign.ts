import type { OpenHours } from '@parley/guardrails'
import type { SendCounters } from '../outreach/index.ts'

/** Document 2, Campaign. */
export const campaignStatuses = ['draft', 'staged', 'running', 'paused', 'completed', 'cancelled', 'failed'] as const
export type CampaignStatus = (typeof campaignStatuses)[number]
type StatusTransitions = { [From in CampaignStatus]?: CampaignStatus }

/** The campaign table of document 2, row for row; an absent cell is a 409. Staging again replaces the snapshot. */
const transitions = {
  edit: { draft: 'draft', staged: 'draft' },
  stage: { draft: 'staged', staged: 'staged' },
  start: { staged: 'running' },
  pause: { running: 'paused' },
  resume: { paused: 'running' },
  cancel: { draft: 'cancelled', staged: 'cancelled', running: 'cancelled', paused: 'cancelled' },
  /** No row is left to send. */
  complete: { running: 'completed' },
  /** Its agent, binding or Outreach is gone. */
  fail: { running: 'failed' },
} satisfies Record<string, StatusTransitions>
export type CampaignAction = keyof typeof transitions

export function nextCampaignStatus(verb: CampaignAction, from: CampaignStatus): CampaignStatus | undefined {
  const row: StatusTransitions = transitions[verb]
  return row[from]
}

/** Why somebody of the audience is not sent to, in the order in which they are looked for: the first is told. */
export const exclusionReasons = [
  'no-consent',
  'previously-contacted',
  'frequency-gated',
  'no-channel-identity',
  'channel-unresolved',
  'template-blocked',
  'opted-out',
] as const
export type ExclusionReason = (typeof exclusionReasons)[number]

/** Exactly one of these. */
export type Audience =
  | { segmentId: string }
  | { filter: Record<string, string | string[]> }
  | { importBatchId: string }
  | { personIds: string[] }
  | { personaIds: string[] }

/** What keeps a running campaign from sending. */
export const waitReasons = [
  'outside_safe_hours',
  'outside_send_window',
  'outreach_disabled',
  'binding_disabled',
  'provider_unavailable',
  'real_sends_off',
  'in-conversation',
] as const
export type CampaignWait = { reason: (typeof waitReasons)[number]; until?: string }

/** A campaign as its own domain sees it. */
export type Campaign = {
  key: number
  id: string
  name: string
  outreachId: string
  audience: Audience
  isTest: boolean
  includePreviouslyContacted?: boolean
  sendWindow?: OpenHours
  status: CampaignStatus
  detail?: string
  /** Where its recipients are. */
  snapshot?: number
  /** As it was staged last; absent while it is a draft. */
  staged?: StagingResult
  waiting?: CampaignWait
  /** Kept of a report whose sends are forgotten. */
  counters?: CampaignCounters
  createdAt: Date
  updatedAt: Date
  stagedAt?: Date
  startedAt?: Date
  endedAt?: Date
}

/** What staging comes to. */
export type StagingResult = {
  class: 'marketing' | 'service'
  total: number
  sendable: number
  /** Only those that occur. */
  exclusions: { [Reason in ExclusionReason]?: number }
  estimate: { provider: string; seconds: number }[]
  /** At most five. */
  previews: { personId: string; text: string }[]
}

/** What became of those who were sent to. */
export type CampaignCounters = SendCounters
