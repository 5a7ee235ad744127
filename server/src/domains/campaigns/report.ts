import { z } from 'zod'
import { timestamp } from '../../platform/http/schemas.ts'
import type { Campaign, CampaignCounters } from './campaign.ts'
import { buildExperimentResult, HoldoutResult, VariantResult } from './experiment/results.ts'

/** Recipients by state; each recipient is in exactly one of these states. */
type RecipientCounts = CampaignCounters['states'] & { excluded: number; held_out?: number }

export const zeroCounters: CampaignCounters = {
  states: { queued: 0, sending: 0, sent: 0, failed: 0, suppressed: 0, cancelled: 0 },
  delivered: 0,
  read: 0,
  reasons: {},
}

type CountableCampaign = Pick<Campaign, 'status' | 'staged'>

/** A recipient without a send is still queued, or canceled when the campaign ended early. */
export function countByState({ status, staged }: CountableCampaign, { states }: CampaignCounters): RecipientCounts {
  const { total = 0, sendable = 0, heldOut } = staged ?? {}
  const claimed = Object.values(states).reduce((sum, count) => sum + count, 0)
  const rest = Math.max(0, sendable - claimed)
  const isOver = status === 'cancelled' || status === 'failed'
  return {
    ...states,
    queued: states.queued + (isOver ? 0 : rest),
    cancelled: states.cancelled + (isOver ? rest : 0),
    excluded: total - sendable - (heldOut ?? 0),
    ...(heldOut !== undefined && { held_out: heldOut }),
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
    ...(campaign.staged?.heldOut !== undefined && { heldOut: campaign.staged.heldOut }),
    ...(campaign.staged?.variants && { variants: campaign.staged.variants }),
  }
}

const count = z.int().min(0)
const states = {
  ...{ queued: count, sending: count, sent: count, delivered: count, read: count },
  ...{ failed: count, suppressed: count, cancelled: count, excluded: count },
  held_out: count.optional(),
}

export const CampaignReport = z
  .strictObject({
    states: z
      .strictObject(states)
      .meta({ description: 'Cumulative: sent includes delivered and read, delivered includes read.' }),
    reasons: z.record(z.string(), count).meta({
      description:
        'Why recipients were excluded (for example no-consent) and sends failed (for example not_rcs_capable).',
    }),
    test: z.boolean().meta({ description: 'A rehearsal with personas.' }),
    tapped: count.optional().meta({ description: 'Recipients who tapped a link; needs trackLinks.' }),
    variants: z.array(VariantResult).optional(),
    holdout: HoldoutResult.optional().meta({ description: 'Held-out people, from the start of the campaign.' }),
    leader: z.string().optional().meta({
      description:
        'The variant whose Goal rate is significantly higher than the rate of every other variant, at 95 %. Until a person reaches a Goal, reply rates are compared.',
    }),
    chosenVariantId: z.string().optional(),
    timeline: z
      .array(z.strictObject({ at: timestamp, sent: count, delivered: count, read: count, replied: count }))
      .optional()
      .meta({ description: 'Cumulative, over all sends, at evenly spaced times; absent for a rehearsal.' }),
    rate: z
      .array(z.strictObject({ at: timestamp, sent: count }))
      .optional()
      .meta({ description: 'Sent in each five seconds of the last five minutes, without those that sent nothing.' }),
    sending: z
      .strictObject({
        at: timestamp.meta({ description: 'When this was counted.' }),
        perSecond: z.number().min(0).meta({ description: 'Sent per second, in the last 15 seconds.' }),
        secondsLeft: count.optional().meta({ description: 'At this rate; absent while nothing is sent.' }),
      })
      .optional()
      .meta({ description: 'While the campaign runs: how fast it sends. Absent for a rehearsal.' }),
  })
  .meta({
    id: 'CampaignReport',
    examples: [
      {
        states: {
          ...{ queued: 0, sending: 0, sent: 90, delivered: 88, read: 41 },
          ...{ failed: 2, suppressed: 0, cancelled: 0, excluded: 8 },
        },
        reasons: { 'no-consent': 8, not_rcs_capable: 2 },
        test: false,
      },
    ],
  })
export type CampaignReport = z.input<typeof CampaignReport>

export function buildCampaignReport(
  campaign: Pick<Campaign, 'status' | 'staged' | 'isTest' | 'chosenVariantId'>,
  counters: CampaignCounters,
): CampaignReport {
  const { delivered, read } = counters
  return {
    states: { ...countByState(campaign, counters), delivered, read },
    reasons: { ...campaign.staged?.exclusions, ...counters.reasons },
    test: campaign.isTest,
    ...(counters.tapped !== undefined && counters.tapped > 0 && { tapped: counters.tapped }),
    ...(counters.experiment && buildExperimentResult(counters.experiment)),
    chosenVariantId: campaign.chosenVariantId,
    timeline: counters.timeline?.points,
    rate: counters.timeline?.rate,
    sending: campaign.status === 'running' ? describeSending(campaign, counters) : undefined,
  }
}

function describeSending(campaign: CountableCampaign, counters: CampaignCounters): CampaignReport['sending'] {
  const { countedAt: at, perSecond } = counters.timeline ?? {}
  if (at === undefined || perSecond === undefined) return undefined
  const { queued } = computeCampaignCounts(campaign, counters)
  if (perSecond === 0 && queued > 0) return { at, perSecond }
  return { at, perSecond, secondsLeft: queued === 0 ? 0 : Math.ceil(queued / perSecond) }
}
