import type { Schema } from '@parley/sdk'
import type { Campaign } from '../campaign.ts'

type Report = Schema<'CampaignReport'>
type VariantResult = Schema<'CampaignVariantResult'>
type RateInterval = VariantResult['rates']['replied']

/** What a difference of two rates says, in words: whether chance alone could explain it. */
type DifferenceVerdict = 'more' | 'fewer' | 'tooFew' | 'unclear'

/** While people are still reached, more of them may make the difference clear. */
export function judgeDifference({ low, high }: RateInterval, isOver: boolean): DifferenceVerdict {
  if (low > 0) return 'more'
  if (high < 0) return 'fewer'
  return isOver ? 'unclear' : 'tooFew'
}

export type VariantComparison = {
  to: 'holdout' | { variantId: string }
  outcome: 'replied' | 'goal'
  difference: RateInterval
}

/** How a variant differs from the first one and from the people held out. Goals count once a person reached one. */
export function listComparisons(variant: VariantResult, { variants = [], holdout }: Report): VariantComparison[] {
  if (variant.sent === 0) return []
  const first = variants[0]
  const hasGoals = [...variants, ...(holdout ? [holdout] : [])].some(({ goal }) => goal > 0)
  const outcomes = hasGoals ? (['replied', 'goal'] as const) : (['replied'] as const)
  const others = [
    ...(variant.toFirst && first && first.sent > 0
      ? [{ to: { variantId: first.id }, differences: variant.toFirst }]
      : []),
    ...(variant.toHoldout ? [{ to: 'holdout' as const, differences: variant.toHoldout }] : []),
  ]
  return others.flatMap(({ to, differences }) =>
    outcomes.map((outcome) => ({ to, outcome, difference: differences[outcome] })),
  )
}

/** The share of the recipients that gets a variant, by its weight; undefined once a variant was chosen. */
export function shareOfVariant(
  { variants = [], chosenVariantId }: Pick<Campaign, 'variants' | 'chosenVariantId'>,
  id: string,
): number | undefined {
  const weight = variants.find((variant) => variant.id === id)?.weight
  if (weight === undefined || chosenVariantId !== undefined) return undefined
  return weight / variants.reduce((sum, variant) => sum + variant.weight, 0)
}

type ChoiceEffect = { left: number; sent: number; inFlight: number; heldOut: number }

/** Who is concerned when a variant is chosen: messages that are being dispatched keep theirs. */
export function describeChoice({ counts, inFlight = 0 }: Pick<Campaign, 'counts' | 'inFlight'>): ChoiceEffect {
  const { queued, sent, heldOut = 0 } = counts
  return { left: Math.max(0, queued - inFlight), sent, inFlight, heldOut }
}
