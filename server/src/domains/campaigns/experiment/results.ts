import { z } from 'zod'
import { differenceInterval, findLeader, type Proportion, type RateInterval, wilsonInterval } from './statistics.ts'

export type GroupCounts = {
  people: number
  sent: number
  /** Sends that ended without being sent. */
  failed: number
  delivered: number
  read: number
  replied: number
  goal: number
  tapped: number
  /** People who told the agent to stop, after it wrote to them. */
  optedOut: number
}
export type ExperimentCounts = { variants?: (GroupCounts & { id: string })[]; holdout?: GroupCounts }

const count = z.int().min(0)
const Rate = z.strictObject({ value: z.number(), low: z.number(), high: z.number() })
const group = {
  ...{ people: count, sent: count, failed: count.meta({ description: 'Ended without being sent.' }) },
  ...{ delivered: count, read: count, replied: count, goal: count, tapped: count },
  optedOut: count.meta({ description: 'Sent STOP afterwards, and have not returned since.' }),
  rates: z
    .strictObject({ delivered: Rate, read: Rate, replied: Rate, goal: Rate, tapped: Rate, optedOut: Rate })
    .meta({ description: "Of those sent to, or of all people of the holdout, with Wilson's 95 % interval." }),
}
const Difference = z.strictObject({ replied: Rate, goal: Rate }).meta({
  id: 'CampaignRateDifference',
  description: "Rates minus those of another group, with Newcombe's 95 % interval.",
})
export const VariantResult = z
  .strictObject({
    id: z.string(),
    ...group,
    toFirst: Difference.optional().meta({ description: 'Compared with the first variant; absent for the first.' }),
    toHoldout: Difference.optional().meta({ description: 'Compared with the people held out.' }),
  })
  .meta({ id: 'CampaignVariantResult' })
export const HoldoutResult = z.strictObject(group).meta({ id: 'CampaignHoldoutResult' })
type GroupResult = z.input<typeof HoldoutResult>

export type ExperimentResult = {
  variants?: z.input<typeof VariantResult>[]
  holdout?: GroupResult
  leader?: string
}

const rated = ['delivered', 'read', 'replied', 'goal', 'tapped', 'optedOut'] as const
type RatedOutcome = (typeof rated)[number]

const proportionOf = (counts: GroupCounts, outcome: RatedOutcome, total: number): Proportion => ({
  successes: Math.min(counts[outcome], total),
  total,
})

function withRates<Counts extends GroupCounts>(counts: Counts, total: number): Counts & Pick<GroupResult, 'rates'> {
  const rateOf = (outcome: RatedOutcome): RateInterval => wilsonInterval(proportionOf(counts, outcome, total))
  const rates = Object.fromEntries(rated.map((outcome) => [outcome, rateOf(outcome)])) as GroupResult['rates']
  return { ...counts, rates }
}

function differenceTo(variant: GroupCounts, other: GroupCounts, total: number): z.input<typeof Difference> {
  const by = (outcome: RatedOutcome) =>
    differenceInterval(proportionOf(variant, outcome, variant.sent), proportionOf(other, outcome, total))
  return { replied: by('replied'), goal: by('goal') }
}

/** Reports that were archived before these were counted have neither. */
function completeCounts<Counts extends GroupCounts>(counts: Counts): Counts {
  const { failed = 0, optedOut = 0 }: Partial<GroupCounts> = counts
  return { ...counts, failed, optedOut }
}

/** Compares the variants by the Goal, or by replies until a person reaches one. */
export function buildExperimentResult(counted: ExperimentCounts): ExperimentResult {
  const variants = counted.variants?.map(completeCounts)
  const holdout = counted.holdout && completeCounts(counted.holdout)
  const first = variants?.[0]
  const measure = variants?.some(({ goal }) => goal > 0) ? 'goal' : 'replied'
  const leader = findLeader(
    (variants ?? []).map((variant) => ({ id: variant.id, ...proportionOf(variant, measure, variant.sent) })),
  )
  return {
    ...(variants && {
      variants: variants.map((variant) => ({
        ...withRates(variant, variant.sent),
        ...(first && variant !== first && { toFirst: differenceTo(variant, first, first.sent) }),
        ...(holdout && { toHoldout: differenceTo(variant, holdout, holdout.people) }),
      })),
    }),
    ...(holdout && { holdout: withRates(holdout, holdout.people) }),
    ...(leader !== undefined && { leader }),
  }
}
