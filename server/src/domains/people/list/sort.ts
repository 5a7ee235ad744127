/** What the list of people can be sorted by; with a minus in front, from the last to the first. */
export const sortFields = ['createdAt', 'updatedAt', 'lastSeenAt', 'fullName'] as const
export type SortField = (typeof sortFields)[number]
export type Sort = SortField | `-${SortField}`

export const sortOrders = sortFields.flatMap((field): Sort[] => [`-${field}`, field])
export const defaultSort = '-createdAt'

/** A place between two people of a list: right behind the person who has this value and this key. */
export type ListPosition = { value: string; key: number }

export function isDescending(sort: Sort): boolean {
  return sort.startsWith('-')
}

export function sortFieldOf(sort: Sort): SortField {
  return (isDescending(sort) ? sort.slice(1) : sort) as SortField
}
