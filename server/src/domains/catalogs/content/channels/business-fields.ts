import type { FormField } from '../../entry.ts'

/**
 * Business profile fields. Keys shared with the agent's identity have the same names, so the identity prefills them;
 * the limits are those of RCS for Business, the strictest channel.
 */
const fields = {
  displayName: { key: 'displayName', label: 'Display name', type: 'string', maxLength: 40, help: 'The name customers know the business by; shown above the conversation.' },
  description: { key: 'description', label: 'Description', type: 'text', maxLength: 100, help: 'One line about what people can do here; shown on the profile.' },
  contactEmail: { key: 'contactEmail', label: 'Contact email', type: 'email', help: 'Shown on the profile.' },
  contactPhone: { key: 'contactPhone', label: 'Contact phone', type: 'phone', pattern: '^\\+[1-9][0-9]{6,14}$', help: 'In international format, for example +12025550100.' },
  websiteUrl: { key: 'websiteUrl', label: 'Website', type: 'url', help: 'Reviewers compare it with the name and the description.' },
  privacyPolicyUrl: { key: 'privacyPolicyUrl', label: 'Privacy policy', type: 'url', help: 'A public page that says how messages and numbers are used.' },
  termsOfServiceUrl: { key: 'termsOfServiceUrl', label: 'Terms of service', type: 'url', help: 'A public page; for text messages, it must name the program, HELP and STOP.' },
  smallLogoUrl: { key: 'smallLogoUrl', label: 'Logo', type: 'url', help: 'PNG or JPEG, 224 x 224 pixels, at most 50 KB; it is shown as a circle.' },
  largeBannerUrl: { key: 'largeBannerUrl', label: 'Banner', type: 'url', help: 'PNG or JPEG, 1440 x 448 pixels, at most 200 KB.' },
  brandColor: { key: 'brandColor', label: 'Brand color', type: 'color', pattern: '^#[0-9A-Fa-f]{6}$', help: 'Requires a contrast of at least 4.5 to 1 against white.' },
  legalName: { key: 'legalName', label: 'Legal name', type: 'string', maxLength: 255, help: 'As registered; must match the tax ID.' },
  optIn: { key: 'optIn', label: 'How people opt in', type: 'text', maxLength: 2000, help: 'Where people agree to receive messages, and what the page says there. Reviewers read this first.' },
  sampleMessage: { key: 'sampleMessage', label: 'Sample message', type: 'text', maxLength: 1000, help: 'A real message as you would send it, with the name of the business in it.' },
} as const // biome-ignore format: one field per line
export type BusinessField = keyof typeof fields

/** The form of a managed channel: required fields first, then optional ones. */
export function businessFields(form: { required: BusinessField[]; optional?: BusinessField[] }): FormField[] {
  const { required, optional = [] } = form
  return [
    ...required.map((key) => ({ ...fields[key], required: true })),
    ...optional.map((key) => ({ ...fields[key], required: false })),
  ]
}
