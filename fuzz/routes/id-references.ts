/**
 * Requests refer to entities of their tenant as `$personId/0` and to those of another organization as
 * `$other.personId/0`, so that a request can be stored, read, and replayed against a tenant with other ids.
 */
export type IdPool = Readonly<Record<string, readonly string[]>>
export type IdPools = { own: IdPool; other: IdPool }

const reference = /^\$(other\.)?(\w+)\/(\d+)$/

export const createReference = (name: string, at: number, whose: 'own' | 'other' = 'own'): string =>
  `$${whose === 'other' ? 'other.' : ''}${name}/${at}`

/** Returns the id that a reference resolves to, or the text itself if it is not a reference. */
export function resolveId(text: string, { own, other }: IdPools): string {
  const [, foreign, name = '', at = '0'] = reference.exec(text) ?? []
  const ids = (foreign ? other : own)[name]
  return ids?.[Number(at) % ids.length] ?? text
}

export function resolveIds(value: unknown, pools: IdPools): unknown {
  if (typeof value === 'string') return resolveId(value, pools)
  if (Array.isArray(value)) return value.map((each) => resolveIds(each, pools))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, each]) => [key, resolveIds(each, pools)] as const)
  return Object.fromEntries(entries)
}

/** Returns the pool that a field of that name refers to: `personIds` and `assignedPersonId` refer to a person. */
export function findPoolName(field: string, pool: IdPool): string | undefined {
  const one = field.replace(/Ids$/, 'Id').replace(/Refs?$/, 'Id')
  if (one in pool && one !== 'id') return one
  return Object.keys(pool).find((name) => name.length > 4 && one.toLowerCase().endsWith(name.toLowerCase()))
}
