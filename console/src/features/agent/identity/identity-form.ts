import type { Schema } from '@parley/sdk'

type Identity = Schema<'AgentIdentity'>

/** In the order of the form. */
export const identityFields = [
  'smallLogoUrl',
  'largeBannerUrl',
  'defaultCardImageUrl',
  'brandColor',
  'contactEmail',
  'contactPhone',
  'websiteUrl',
  'privacyPolicyUrl',
  'termsOfServiceUrl',
  'contactAvailability',
  'identityPreamble',
] as const satisfies readonly (keyof Identity)[]
export type IdentityField = (typeof identityFields)[number]

/** Form fields cannot be absent: an absent value is an empty string. */
export type IdentityForm = { name: string; description: string; identity: Record<IdentityField, string> }

export function toIdentityForm({ name, description, identity }: Schema<'Agent'>): IdentityForm {
  const fields = identityFields.map((field) => [field, identity?.[field] ?? ''])
  return { name, description: description ?? '', identity: Object.fromEntries(fields) }
}

/** Empty fields are cleared. */
export function toIdentityBody({ name, description, identity }: IdentityForm) {
  const fields = identityFields.map((field) => [field, identity[field] === '' ? null : identity[field]])
  return { name, description: description === '' ? null : description, identity: Object.fromEntries(fields) }
}

export function toIdentitySections({ name, description, identity }: IdentityForm): Record<string, unknown> {
  const filled = identityFields.filter((field) => identity[field] !== '')
  return {
    agent: { name, ...(description && { description }), framework: 'v2' },
    identity: Object.fromEntries(filled.map((field) => [field, identity[field]])),
  }
}

/** Whether a URL is safe to show as an image or to link. */
export const isWebUrl = (text: string): boolean => /^https?:\/\/[^\s]+$/i.test(text)
