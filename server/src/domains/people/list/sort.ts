/** What the list of people can be sorted by; with a minus in front, from the last to the first. */
export const sortFields = ['createdAt', 'updatedAt', 'lastSeenAt', 'fullName'] as const
export type SortField = (typeof sortFields)[number]
export type Sort = SortField | `-${SortField}`

export const sorts = sortFields.flatMap((field): Sort[] => [`-${field}`, field])
export const defaultSort = '-createdAt'

/** A place between two people of a list: right behind the person who has this value and this key. */
export type Position = { value: string; key: number }

export function isDescending(sort: Sort): boolean {
  return sort.startsWith('-')
}

export function fieldOf(sort: Sort): SortField {
  return (isDescending(sort) ? sort.slice(1) : sort) as SortField
}
