/** Placeholder for a token: tokens can be made unique only once the whole message is known. */
export const tokenHere = '\u{f0000}'
export const idHere = '\u{f0001}'

/** No token is contained in another: each ends with a letter. */
export const token = /zq\d+a/g

const places = new RegExp(`${tokenHere}|${idHere}`, 'gu')

/** Replaces every placeholder by its own token or id, in order of appearance. */
export function numbered<T>(value: T): T {
  let count = 0
  const next = (place: string) => {
    count += 1
    return place === tokenHere ? `zq${count}a` : `${count}`
  }
  const walk = (inner: unknown): unknown => {
    if (typeof inner === 'string') return inner.replace(places, next)
    if (Array.isArray(inner)) return inner.map(walk)
    if (typeof inner !== 'object' || inner === null) return inner
    return Object.fromEntries(Object.entries(inner).map(([key, member]) => [key, walk(member)]))
  }
  return walk(value) as T
}
