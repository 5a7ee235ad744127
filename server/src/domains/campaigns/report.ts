import { z } from 'zod'
import type { Campaign, CampaignCounters } from './campaign.ts'
import { countByState } from './counts.ts'

const count = z.int().min(0)
const states = {
  ...{ queued: count, sending: count, sent: count, delivered: count, read: count },
  ...{ failed: count, suppressed: count, cancelled: count, excluded: count },
}

export const CampaignReport = z
  .strictObject({
    states: z
      .strictObject(states)
      .meta({ description: 'Cumulative: sent includes delivered and read, delivered includes read.' }),
    reasons: z
      .record(z.string(), count)
      .meta({ description: 'Why recipients were excluded (as no-consent) and sends failed (as not_rcs_capable).' }),
    test: z.boolean().meta({ description: 'A rehearsal with personas.' }),
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
  campaign: Pick<Campaign, 'status' | 'staged' | 'isTest'>,
  counters: CampaignCounters,
): CampaignReport {
  const { delivered, read } = counters
  return {
    states: { ...countByState(campaign, counters), delivered, read },
    reasons: { ...campaign.staged?.exclusions, ...counters.reasons },
    test: campaign.isTest,
  }
}
