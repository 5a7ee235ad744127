/** Placeholder for a token: tokens can be made unique only once the whole message is known. */
export const tokenPlaceholder = '\u{f0000}'
export const idPlaceholder = '\u{f0001}'

/** No token is contained in another: each ends with a letter. */
export const token = /zq\d+a/g

const placeholderPattern = new RegExp(`${tokenPlaceholder}|${idPlaceholder}`, 'gu')

/** Replaces every placeholder by its own token or id, in order of appearance. */
export function numberPlaceholders<T>(value: T): T {
  let count = 0
  const next = (placeholder: string) => {
    count += 1
    return placeholder === tokenPlaceholder ? `zq${count}a` : `${count}`
  }
  const replaceIn = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(placeholderPattern, next)
    if (Array.isArray(value)) return value.map(replaceIn)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replaceIn(member)]))
  }
  return replaceIn(value) as T
}
