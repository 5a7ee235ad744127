import { createHash } from 'node:crypto'

/** Providers pass on what phones send; the database keeps neither NUL nor half a character. */
export function legible<T>(value: T): T {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\u0000', '') as T
  if (Array.isArray(value)) return value.map(legible) as T
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, legible(member)])) as T
}

const longestId = 500

/** An index takes no id of any length. */
export function keptId(id: string): string {
  return id.length <= longestId ? id : `sha256:${createHash('sha256').update(id).digest('hex')}`
}
