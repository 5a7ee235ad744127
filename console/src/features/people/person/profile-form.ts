import type { Schema } from '@parley/sdk'

type Person = Schema<'Person'>

export const profileTextFields = [
  'fullName',
  'firstName',
  'lastName',
  'email',
  'phone',
  'company',
  'title',
  'source',
  'notes',
] as const

/** Editable fields of a person: an absent value is an empty string, as in the API. */
export type ProfileForm = Record<(typeof profileTextFields)[number], string> & {
  status: Person['status']
  tags: string[]
  assignedRepresentativeId: string
  preferredLocationId: string
  timezone: string
  scheduledCallAt: string
  customFields: Record<string, string>
}

export function toProfileForm(person: Person): ProfileForm {
  const texts = Object.fromEntries(profileTextFields.map((field) => [field, person[field] ?? '']))
  return {
    ...(texts as Record<(typeof profileTextFields)[number], string>),
    status: person.status,
    tags: person.tags,
    assignedRepresentativeId: person.assignedRepresentativeId ?? '',
    preferredLocationId: person.preferredLocationId ?? '',
    timezone: person.timezone ?? '',
    scheduledCallAt: person.scheduledCallAt ?? '',
    customFields: person.customFields,
  }
}

/** Built-in profile fields can also be declared, to lock them; they have their own place in the form. */
export const isBuiltInField = (key: string): boolean =>
  (profileTextFields as readonly string[]).includes(key) ||
  ['status', 'tags', 'assignedRepresentativeId', 'preferredLocationId', 'timezone', 'scheduledCallAt'].includes(key)

/** An empty string clears a text field; other fields are cleared with null. */
export function toProfileBody({ timezone, scheduledCallAt, ...form }: ProfileForm): Schema<'PersonPatch'> {
  return { ...form, timezone: timezone || null, scheduledCallAt: scheduledCallAt || null }
}
