import { boundedText, emailAddress, httpUrl } from '@parley/findings'
import { z } from 'zod'

/** The single source of contact information. */
export const AgentIdentity = z
  .strictObject({
    smallLogoUrl: httpUrl.optional(),
    largeBannerUrl: httpUrl.optional(),
    defaultCardImageUrl: httpUrl.optional().meta({ description: 'Used for cards sent without an image.' }),
    brandColor: z
      .string()
      .regex(/^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, 'must be a hex color, for example #1a2b3c')
      .optional(),
    contactEmail: emailAddress.optional(),
    contactPhone: boundedText({ min: 1, max: 50 }).optional(),
    websiteUrl: httpUrl.optional(),
    privacyPolicyUrl: httpUrl.optional(),
    termsOfServiceUrl: httpUrl.optional(),
    contactAvailability: boundedText({ max: 500 }).optional().meta({ description: 'Shown verbatim on escalation.' }),
    identityPreamble: boundedText({ max: 2000 }).optional().meta({ description: 'Part of every system prompt.' }),
  })
  .meta({ id: 'AgentIdentity', examples: [{ brandColor: '#1a2b3c', contactEmail: 'hello@example.com' }] })
export type AgentIdentity = z.infer<typeof AgentIdentity>

const nullable = Object.fromEntries(
  Object.entries(AgentIdentity.shape).map(([field, schema]) => [field, schema.nullable()]),
) as { [Field in keyof typeof AgentIdentity.shape]: z.ZodNullable<(typeof AgentIdentity.shape)[Field]> }

export const AgentIdentityPatch = z
  .strictObject(nullable)
  .meta({ id: 'IdentityPatch', description: 'Null clears a field.', examples: [{ brandColor: '#1a2b3c' }] })
