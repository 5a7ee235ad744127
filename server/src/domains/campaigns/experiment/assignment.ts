import { createHash } from 'node:crypto'
import type { Campaign, CampaignVariant } from '../campaign.ts'

export type Experiment = Pick<Campaign, 'variants' | 'holdoutPercent'> & { campaignId: string }
type Assignment = { variantId?: string; isHeldOut: boolean }

const words = 2 ** 32

type ExperimentCampaign = Pick<Campaign, 'id' | 'variants' | 'holdoutPercent' | 'chosenVariantId'>

/** Once a variant is chosen, staging again gives it to everybody. */
export function experimentOf({ id, variants, holdoutPercent, chosenVariantId }: ExperimentCampaign): Experiment {
  const withChoice = (variant: CampaignVariant) => ({ ...variant, weight: variant.id === chosenVariantId ? 1 : 0 })
  return {
    campaignId: id,
    variants: chosenVariantId === undefined ? variants : variants?.map(withChoice),
    holdoutPercent,
  }
}

/** Hashes below this belong to the holdout. */
export const holdoutThreshold = (percent = 0): number => Math.round((percent / 100) * words)

/** The end of each variant's range of hashes, in proportion to the weights; the last one covers all that is left. */
export function upperBounds(variants: readonly { weight: number }[]): number[] {
  const total = variants.reduce((sum, { weight }) => sum + weight, 0)
  let sum = 0
  return variants.map(({ weight }) => {
    sum += weight
    return sum === total ? words : Math.round((sum / total) * words)
  })
}

/**
 * Decides by a hash of campaign and person, so that staging again decides the same. Holdout and variant use different
 * parts of the hash: a change of the holdout moves nobody to another variant.
 */
export function assignRecipient({ campaignId, variants, holdoutPercent }: Experiment, personId: string): Assignment {
  const hash = createHash('sha256').update(`${campaignId}\n${personId}`).digest()
  const isHeldOut = hash.readUInt32BE(0) < holdoutThreshold(holdoutPercent)
  if (!variants) return { isHeldOut }
  const drawn = hash.readUInt32BE(4)
  const index = upperBounds(variants).findIndex((bound) => drawn < bound)
  return { isHeldOut, variantId: variants[index]?.id }
}

/** The opener of each variant. */
export const openersOf = ({ variants }: Pick<Campaign, 'variants'>): Record<string, string> | undefined =>
  variants && Object.fromEntries(variants.map(({ id, openerTemplateId }) => [id, openerTemplateId]))
