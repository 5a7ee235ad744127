import type { Schema } from '@parley/sdk'

export type VariantDraft = Schema<'CampaignVariant'>

export const minVariants = 2
export const maxVariants = 5

const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']

/** A variant with an id that no other has; all begin with the same weight. */
export function addVariant(variants: readonly VariantDraft[], openerTemplateId: string): VariantDraft[] {
  const taken = new Set(variants.map(({ id }) => id))
  const id = letters.find((letter) => !taken.has(letter)) ?? `v${variants.length + 1}`
  return [...variants, { id, openerTemplateId, weight: 50 }]
}
