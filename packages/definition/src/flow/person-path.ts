/** Fields of a Person that a slot may fill (document 2, Person). */
export const bindablePersonFields = [
  'fullName', 'firstName', 'lastName', 'email', 'phone', 'company', 'title', 'status', 'source', 'notes',
  'productInterest', 'assignedRepresentativeId', 'scheduledCallAt', 'timezone', 'language',
] as const // biome-ignore format: one list

/** Those, and what a condition may read besides. */
export const readablePersonFields = [
  ...bindablePersonFields,
  ...(['id', 'tags', 'consent.status', 'lastCallAt', 'createdAt', 'updatedAt'] as const),
] as const

export type PersonPath = { kind: 'builtIn'; field: string } | { kind: 'custom'; key: string }

/** Reads `person.<field>` and `person.customFields.<key>`; anything else is no path into a Person. */
export function parsePersonPath(path: string): PersonPath | undefined {
  const [, customKey, field] = /^person\.(?:customFields\.(.+)|(.+))$/s.exec(path) ?? []
  if (customKey !== undefined) return { kind: 'custom', key: customKey }
  if (field === undefined || field === 'customFields' || field === 'customFields.') return undefined
  return { kind: 'builtIn', field }
}
