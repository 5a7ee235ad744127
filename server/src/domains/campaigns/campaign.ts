import type { Channel } from '@parley/amf'
import type { campaignStatuses, exclusionReasons, OutreachClass } from '@parley/definition/vocabulary'
import type { OpenHours } from '@parley/guardrails'
import type { SendCounters } from '../outreach/index.ts'
import type { ExperimentCounts } from './experiment/results.ts'
import type { CampaignTimeline } from './queries/timeline.ts'

export type CampaignStatus = (typeof campaignStatuses)[number]
type StatusTransitions = { [From in CampaignStatus]?: CampaignStatus }

/** The allowed transitions (docs/campaigns.md); a missing cell is a 409. Staging again replaces the snapshot. */
const transitions = {
  edit: { draft: 'draft', staged: 'draft' },
  stage: { draft: 'staged', staged: 'staged' },
  start: { staged: 'running' },
  pause: { running: 'paused' },
  resume: { paused: 'running' },
  cancel: { draft: 'cancelled', staged: 'cancelled', running: 'cancelled', paused: 'cancelled' },
  /** No recipient is left to send to. */
  complete: { running: 'completed' },
  /** The agent, binding or Outreach no longer exists. */
  fail: { running: 'failed' },
} satisfies Record<string, StatusTransitions>
export type CampaignAction = keyof typeof transitions

export function nextCampaignStatus(verb: CampaignAction, from: CampaignStatus): CampaignStatus | undefined {
  const row: StatusTransitions = transitions[verb]
  return row[from]
}

export type ExclusionReason = (typeof exclusionReasons)[number]

/** Exactly one of these forms. */
export type Audience =
  | { segmentId: string }
  | { filter: Record<string, string | string[]> }
  | { importBatchId: string }
  | { personIds: string[] }
  | { personaIds: string[] }

export const waitReasons = [
  'before_start',
  'outside_safe_hours',
  'outside_send_window',
  'outreach_disabled',
  'binding_disabled',
  'provider_unavailable',
  'real_sends_off',
  'in-conversation',
] as const
export type CampaignWait = { reason: (typeof waitReasons)[number]; until?: string }

/** An opener that competes with others; `weight` is its share. */
export type CampaignVariant = { id: string; openerTemplateId: string; weight: number }

export type Campaign = {
  key: number
  id: string
  name: string
  outreachId: string
  audience: Audience
  isTest: boolean
  includePreviouslyContacted?: boolean
  sendWindow?: OpenHours
  variants?: CampaignVariant[]
  /** The share of the audience that gets nothing, for comparison. */
  holdoutPercent?: number
  /** Nothing is sent before this time. */
  startAt?: Date
  /** Recipients who are not sent to yet get this variant. */
  chosenVariantId?: string
  status: CampaignStatus
  detail?: string
  snapshot?: number
  /** Result of the latest staging; absent in a draft. */
  staged?: StagingResult
  waiting?: CampaignWait
  /** Archived counters, for a report whose sends have been purged. */
  counters?: CampaignCounters
  createdAt: Date
  updatedAt: Date
  stagedAt?: Date
  startedAt?: Date
  endedAt?: Date
}

/** How long sending takes at a provider's rate. Campaigns that were staged before have no channels. */
export type ProviderEstimate = {
  provider: string
  seconds: number
  channels?: { channel: Channel; people: number; perSecond: number; seconds: number }[]
}

export type StagingResult = {
  class: OutreachClass
  total: number
  sendable: number
  /** Contains only the reasons that occur. */
  exclusions: { [Reason in ExclusionReason]?: number }
  /** Recipients by variant; absent without variants. */
  variants?: Record<string, number>
  /** People held out; absent without a holdout. */
  heldOut?: number
  /** How many of the sendable people are reached by each channel; empty for personas. */
  channels: { [Name in Channel]?: number }
  estimate: ProviderEstimate[]
  /** At most five. */
  previews: { personId: string; channel?: Channel; text: string }[]
}

/** What only the report shows; it is archived with the counters. */
export type CampaignDetails = { experiment?: ExperimentCounts; timeline?: CampaignTimeline }
export type CampaignCounters = SendCounters & CampaignDetails
