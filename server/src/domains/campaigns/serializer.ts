import { channels as everyChannel } from '@parley/amf'
import { SendWindow } from '@parley/definition'
import { campaignStatuses, exclusionReasons, outreachClasses } from '@parley/definition/vocabulary'
import { z } from 'zod'
import { timestamp } from '../../platform/http/schemas.ts'
import { audiences } from '../people/index.ts'
import { CampaignVariants, HoldoutPercent } from './body.ts'
import { type Campaign, type CampaignCounters, type StagingResult, waitReasons } from './campaign.ts'
import { type CampaignOutline, maxIdsListed, type StagingProgress } from './queries.ts'
import { computeCampaignCounts } from './report.ts'

const count = z.int().min(0)
const ids = z.array(z.string())

const AudienceResponse = z.strictObject({
  segmentId: z.string().optional(),
  filter: audiences.Filter.optional(),
  importBatchId: z.string().optional(),
  personIds: ids.optional(),
  personIdCount: count
    .optional()
    .meta({ description: `In lists and progress events, replaces more than ${maxIdsListed} personIds.` }),
  personaIds: ids.optional(),
})

const Counts = z
  .strictObject({
    ...{ total: count, sendable: count, queued: count, sent: count, delivered: count },
    ...{ read: count, failed: count, excluded: count, cancelled: count },
    heldOut: count.optional().meta({ description: 'Only with a holdout: people who get nothing, for comparison.' }),
    variants: z.record(z.string(), count).optional().meta({ description: 'Recipients by variant, as staged.' }),
  })
  .meta({
    description:
      'Total is sendable plus excluded and held out; sendable is queued plus sent, failed and cancelled. Sent includes delivered, and delivered includes read.',
  })

const ChannelEstimate = z
  .strictObject({
    channel: z.enum(everyChannel),
    people: count,
    perSecond: z.number().meta({ description: "The provider's rate on this channel." }),
    seconds: z.number(),
  })
  .meta({ id: 'CampaignChannelEstimate' })

const example = {
  id: 'cmp_01',
  name: 'Spring',
  outreachId: 'spring-visit',
  audience: { filter: { tag: 'fair' } },
  includePreviouslyContacted: true,
  status: 'draft',
  class: 'service',
  test: false,
  counts: {
    ...{ total: 0, sendable: 0, queued: 0, sent: 0, delivered: 0 },
    ...{ read: 0, failed: 0, excluded: 0, cancelled: 0 },
  },
  createdAt: '2030-01-31T09:00:00.000Z',
  updatedAt: '2030-01-31T09:00:00.000Z',
} as const

export const CampaignResponse = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    outreachId: z.string(),
    audience: AudienceResponse,
    includePreviouslyContacted: z.boolean().optional(),
    sendWindow: SendWindow.optional(),
    variants: CampaignVariants.optional(),
    holdoutPercent: HoldoutPercent.optional(),
    chosenVariantId: z
      .string()
      .optional()
      .meta({ description: 'Recipients who were not sent to when it was chosen get this variant.' }),
    startAt: timestamp.optional().meta({ description: 'Once started, it sends nothing before this time.' }),
    status: z.enum(campaignStatuses),
    class: z
      .enum(outreachClasses)
      .optional()
      .meta({ description: 'From its Outreach; once staged, as it was at staging time.' }),
    test: z.boolean().meta({ description: 'A rehearsal with personas.' }),
    counts: Counts,
    exclusions: z
      .partialRecord(z.enum(exclusionReasons), count)
      .optional()
      .meta({ description: 'People excluded by staging, by the first reason that applies.' }),
    channels: z
      .partialRecord(z.enum(everyChannel), count)
      .optional()
      .meta({ description: 'Sendable people by the channel that reaches them.' }),
    estimate: z
      .array(
        z.strictObject({
          provider: z.string(),
          seconds: z.number(),
          channels: z.array(ChannelEstimate).optional(),
        }),
      )
      .optional()
      .meta({ description: "How long sending takes at the provider's rate; its channels take turns." }),
    previews: z
      .array(z.strictObject({ personId: z.string(), text: z.string(), channel: z.enum(everyChannel).optional() }))
      .optional()
      .meta({ description: 'The opener as up to five recipients will read it, with one for each channel.' }),
    staging: z
      .strictObject({ lookedAt: count, expected: count.optional(), beganAt: timestamp })
      .optional()
      .meta({ description: 'While the campaign is being staged: how many people were checked so far.' }),
    inFlight: count.optional().meta({
      description: 'While it runs or is paused: messages being dispatched right now, which a pause does not stop.',
    }),
    waiting: z
      .strictObject({ reason: z.enum(waitReasons), until: timestamp.optional() })
      .optional()
      .meta({ description: 'Why a running campaign is not sending right now.' }),
    detail: z.string().optional().meta({ description: 'Why it failed.' }),
    createdAt: timestamp,
    updatedAt: timestamp,
    stagedAt: timestamp.optional(),
    startedAt: timestamp.optional(),
    endedAt: timestamp.optional(),
  })
  .meta({ id: 'Campaign', examples: [example] })
export type CampaignResponse = z.input<typeof CampaignResponse>

/** Response data that is not in the campaign's row; `class` is that of its Outreach, if it still exists. */
export type CampaignExtras = { class?: StagingResult['class']; counters: CampaignCounters; staging?: StagingProgress }

export function serializeCampaign(campaign: CampaignOutline | Campaign, beside: CampaignExtras): CampaignResponse {
  const { staged } = campaign
  const kind = staged?.class ?? beside.class
  return {
    id: campaign.id,
    name: campaign.name,
    outreachId: campaign.outreachId,
    audience: campaign.audience,
    includePreviouslyContacted: campaign.includePreviouslyContacted ?? (kind && kind === 'service'),
    sendWindow: campaign.sendWindow,
    variants: campaign.variants,
    holdoutPercent: campaign.holdoutPercent,
    chosenVariantId: campaign.chosenVariantId,
    startAt: campaign.startAt?.toISOString(),
    status: campaign.status,
    class: kind,
    test: campaign.isTest,
    counts: computeCampaignCounts(campaign, beside.counters),
    exclusions: staged?.exclusions,
    channels: staged?.channels,
    estimate: staged?.estimate,
    previews: staged?.previews,
    staging: beside.staging && { ...beside.staging, beganAt: beside.staging.beganAt.toISOString() },
    inFlight: isOpen(campaign) ? beside.counters.states.sending : undefined,
    waiting: campaign.status === 'running' ? campaign.waiting : undefined,
    detail: campaign.detail,
    ...timesOf(campaign),
  }
}

const isOpen = ({ status }: Pick<Campaign, 'status'>) => status === 'running' || status === 'paused'

const timesOf = ({ createdAt, updatedAt, stagedAt, startedAt, endedAt }: CampaignOutline | Campaign) => ({
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  stagedAt: stagedAt?.toISOString(),
  startedAt: startedAt?.toISOString(),
  endedAt: endedAt?.toISOString(),
})
