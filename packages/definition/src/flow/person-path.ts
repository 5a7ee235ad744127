export const bindablePersonFields = [
  'fullName', 'firstName', 'lastName', 'email', 'phone', 'company', 'title', 'status', 'source', 'notes',
  'productInterest', 'assignedRepresentativeId', 'scheduledCallAt', 'timezone', 'language',
] as const // biome-ignore format: one list

/** Person fields that a condition may read: the bindable ones, and a few read-only ones. */
export const readablePersonFields = [
  ...bindablePersonFields,
  ...(['id', 'tags', 'consent.status', 'lastCallAt', 'createdAt', 'updatedAt'] as const),
] as const

export type PersonPath = { kind: 'builtIn'; field: string } | { kind: 'custom'; key: string }

/** Parses `person.<field>` and `person.customFields.<key>`; returns undefined for anything else. */
export function parsePersonPath(path: string): PersonPath | undefined {
  const [, customKey, field] = /^person\.(?:customFields\.(.+)|(.+))$/s.exec(path) ?? []
  if (customKey !== undefined) return { kind: 'custom', key: customKey }
  if (field === undefined || field === 'customFields' || field === 'customFields.') return undefined
  return { kind: 'builtIn', field }
}
