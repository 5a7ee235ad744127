/** Sort fields of the people list; a leading minus sorts in descending order. */
export const sortFields = ['createdAt', 'updatedAt', 'lastSeenAt', 'fullName'] as const
export type SortField = (typeof sortFields)[number]
export type Sort = SortField | `-${SortField}`

export const sortOrders = sortFields.flatMap((field): Sort[] => [`-${field}`, field])
export const defaultSort = '-createdAt'

/** A position in the list: right after the person with this value and key. */
export type ListPosition = { value: string; key: number }

export function isDescending(sort: Sort): boolean {
  return sort.startsWith('-')
}

export function sortFieldOf(sort: Sort): SortField {
  return (isDescending(sort) ? sort.slice(1) : sort) as SortField
}
