import { createHash } from 'node:crypto'

/** Providers pass on what phones send; the database keeps neither NUL nor half a character. */
export function sanitizeStrings<T>(value: T): T {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\u0000', '') as T
  if (Array.isArray(value)) return value.map(sanitizeStrings) as T
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, sanitizeStrings(member)])) as T
}

const maxIdLength = 500

/** An index takes no id of any length. */
export function truncatedId(id: string): string {
  return id.length <= maxIdLength ? id : `sha256:${createHash('sha256').update(id).digest('hex')}`
}
