import { z } from 'zod'
import { findLeader, type RateInterval, wilsonInterval } from './statistics.ts'

export type GroupCounts = {
  people: number
  sent: number
  delivered: number
  read: number
  replied: number
  goal: number
  tapped: number
}
export type ExperimentCounts = { variants?: (GroupCounts & { id: string })[]; holdout?: GroupCounts }

const count = z.int().min(0)
const Rate = z.strictObject({ value: z.number(), low: z.number(), high: z.number() })
const group = {
  ...{ people: count, sent: count, delivered: count, read: count, replied: count, goal: count, tapped: count },
  rates: z
    .strictObject({ delivered: Rate, read: Rate, replied: Rate, goal: Rate, tapped: Rate })
    .meta({ description: "Of those sent to, or of all people of the holdout, with Wilson's 95 % interval." }),
}
export const VariantResult = z.strictObject({ id: z.string(), ...group }).meta({ id: 'CampaignVariantResult' })
export const HoldoutResult = z.strictObject(group).meta({ id: 'CampaignHoldoutResult' })
type GroupResult = z.input<typeof HoldoutResult>

export type ExperimentResult = {
  variants?: (GroupResult & { id: string })[]
  holdout?: GroupResult
  leader?: string
}

const rated = ['delivered', 'read', 'replied', 'goal', 'tapped'] as const

function withRates<Counts extends GroupCounts>(counts: Counts, total: number): Counts & Pick<GroupResult, 'rates'> {
  const rateOf = (name: (typeof rated)[number]): RateInterval =>
    wilsonInterval({ successes: Math.min(counts[name], total), total })
  const rates = Object.fromEntries(rated.map((name) => [name, rateOf(name)])) as GroupResult['rates']
  return { ...counts, rates }
}

/** Compares the variants by the Goal, or by replies until a person reaches one. */
export function buildExperimentResult({ variants, holdout }: ExperimentCounts): ExperimentResult {
  const measure = variants?.some(({ goal }) => goal > 0) ? 'goal' : 'replied'
  const leader = findLeader(
    (variants ?? []).map(({ id, sent, [measure]: reached }) => ({
      id,
      successes: Math.min(reached, sent),
      total: sent,
    })),
  )
  return {
    ...(variants && { variants: variants.map((variant) => withRates(variant, variant.sent)) }),
    ...(holdout && { holdout: withRates(holdout, holdout.people) }),
    ...(leader !== undefined && { leader }),
  }
}
