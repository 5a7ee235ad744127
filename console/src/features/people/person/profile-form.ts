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

/** What of a person is edited: nothing said is an empty text, as the API takes it. */
export type ProfileForm = Record<(typeof profileTextFields)[number], string> & {
  status: Person['status']
  tags: string[]
  assignedRepresentativeId: string
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
    timezone: person.timezone ?? '',
    scheduledCallAt: person.scheduledCallAt ?? '',
    customFields: person.customFields,
  }
}

/** Profile fields can be declared too, to lock them: they have their own place in the form. */
export const isBuiltInField = (key: string): boolean =>
  (profileTextFields as readonly string[]).includes(key) ||
  ['status', 'tags', 'assignedRepresentativeId', 'timezone', 'scheduledCallAt'].includes(key)

/** An empty text clears; what knows no empty text is cleared by null. */
export function toProfileBody({ timezone, scheduledCallAt, ...form }: ProfileForm): Schema<'PersonBody'> {
  return { ...form, timezone: timezone || null, scheduledCallAt: scheduledCallAt || null }
}
