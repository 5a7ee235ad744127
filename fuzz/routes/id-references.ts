/**
 * Requests refer to entities of their tenant as `$personId/0` and to those of another organization as
 * `$other.personId/0`, so that a request can be stored, read, and replayed against a tenant with other ids.
 */
export type IdPool = Readonly<Record<string, readonly string[]>>
export type IdPools = { own: IdPool; other: IdPool }

const reference = /^\$(other\.)?(\w+)\/(\d+)$/

export const createReference = (name: string, index: number, owner: 'own' | 'other' = 'own'): string =>
  `$${owner === 'other' ? 'other.' : ''}${name}/${index}`

/** Returns the id that a reference resolves to, or the text itself if it is not a reference. */
export function resolveId(text: string, { own, other }: IdPools): string {
  const [, isForeign, name = '', index = '0'] = reference.exec(text) ?? []
  const ids = (isForeign ? other : own)[name]
  return ids?.[Number(index) % ids.length] ?? text
}

export function resolveIds(value: unknown, pools: IdPools): unknown {
  if (typeof value === 'string') return resolveId(value, pools)
  if (Array.isArray(value)) return value.map((item) => resolveIds(item, pools))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, item]) => [key, resolveIds(item, pools)] as const)
  return Object.fromEntries(entries)
}

/** Returns the pool that a field of that name refers to: `personIds` and `assignedPersonId` refer to a person. */
export function findPoolName(field: string, pool: IdPool): string | undefined {
  const singular = field.replace(/Ids$/, 'Id').replace(/Refs?$/, 'Id')
  if (singular in pool && singular !== 'id') return singular
  return Object.keys(pool).find((name) => name.length > 4 && singular.toLowerCase().endsWith(name.toLowerCase()))
}
