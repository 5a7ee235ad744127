import { SendWindow } from '@parley/definition'
import { boundedText, nameText, slug, uniqueBy, withReadOnlyFields } from '@parley/findings'
import { z } from 'zod'
import { audiences } from '../people/index.ts'
import type { Audience } from './campaign.ts'

const maxPersonIds = 50_000
const maxPersonaIds = 200
/** Fits the maximum number of ids at their maximum length, with some headroom. */
export const maxCampaignBodyBytes = 12 * 2 ** 20

const id = boundedText({ min: 1, max: 200 })

const forms = {
  segmentId: id.optional(),
  filter: audiences.Filter.optional(),
  importBatchId: id.optional(),
  personIds: z.array(id).max(maxPersonIds).optional(),
  personaIds: z
    .array(id)
    .min(1)
    .max(maxPersonaIds)
    .optional()
    .meta({ description: "A rehearsal: every send is captured in the persona's conversation." }),
}

const AudienceBody = z
  .strictObject(forms)
  .refine((given) => Object.values(given).filter((value) => value !== undefined).length === 1, {
    message: `must have exactly one of ${Object.keys(forms).join(', ')}`,
    abort: true,
  })
  .transform((given) => given as Audience)
  .meta({ id: 'CampaignAudience', description: 'Exactly one of these.', examples: [{ segmentId: 'seg_01' }] })

const fields = {
  name: nameText,
  outreachId: id.meta({ description: 'The id of an enabled Outreach.' }),
  audience: AudienceBody,
}
const maxVariants = 5
const Variant = z
  .strictObject({
    id: slug,
    openerTemplateId: slug.meta({ description: 'Replaces the opener of the Outreach.' }),
    weight: z.int().min(1).max(100).meta({ description: 'Its share, relative to the other variants.' }),
  })
  .meta({ id: 'CampaignVariant', examples: [{ id: 'short', openerTemplateId: 'short-opener', weight: 50 }] })
export const CampaignVariants = uniqueBy(z.array(Variant).min(2).max(maxVariants), 'id')
export const HoldoutPercent = z
  .number()
  .min(0)
  .max(50)
  .meta({ description: 'The share of the audience that gets nothing, for comparison.' })

export const maxStartDays = 365
const StartAt = z.iso.datetime({ offset: true, error: 'must be a time, for example 2030-01-31T09:00:00Z' }).meta({
  description: `Once started, the campaign sends nothing before this time, which is at most ${maxStartDays} days from now. A rehearsal ignores it.`,
})

export const VariantChoice = z
  .strictObject({ variantId: id })
  .meta({ id: 'CampaignVariantChoice', examples: [{ variantId: 'short' }] })

const previouslyContacted = z
  .boolean()
  .meta({ description: 'Default: by the class of the Outreach, false for marketing and true for service.' })

/** Read-only fields that clients may send back. */
const readOnly = [
  ...[
    'id',
    'orgId',
    'agentId',
    'status',
    'class',
    'test',
    'counts',
    'channels',
    'inFlight',
    'exclusions',
    'estimate',
    'previews',
  ],
  ...['staging', 'waiting', 'detail', 'chosenVariantId', 'createdAt', 'updatedAt', 'stagedAt', 'startedAt', 'endedAt'],
]
const example = { name: 'Spring', outreachId: 'spring-visit', audience: { filter: { tag: 'fair' } } }

export const CampaignBody = withReadOnlyFields(
  {
    ...fields,
    includePreviouslyContacted: previouslyContacted.optional(),
    sendWindow: SendWindow.optional(),
    variants: CampaignVariants.optional(),
    holdoutPercent: HoldoutPercent.optional(),
    startAt: StartAt.optional(),
  },
  readOnly,
).meta({ id: 'CampaignBody', examples: [example] })
export type CampaignBody = z.output<typeof CampaignBody>

export const CampaignPatch = withReadOnlyFields(
  {
    ...z.object(fields).partial().shape,
    includePreviouslyContacted: previouslyContacted.nullable().optional(),
    sendWindow: SendWindow.nullable().optional(),
    variants: CampaignVariants.nullable().optional(),
    holdoutPercent: HoldoutPercent.nullable().optional(),
    startAt: StartAt.nullable().optional(),
  },
  readOnly,
).meta({ id: 'CampaignPatch', examples: [{ name: 'Spring, second attempt' }] })
export type CampaignPatch = z.output<typeof CampaignPatch>
