import type { Schema } from '@parley/sdk'
import { usageError } from '../../exit.ts'

export type CliScope = Schema<'ApiKey'>['scopes'][number]

/** Parses `agents:read,agents:write`; the API validates the scope names. */
export function parseScopes(text: string | undefined): string[] | undefined {
  return text
    ?.split(',')
    .map((scope) => scope.trim())
    .filter(Boolean)
}

const hours = { h: 1, d: 24, w: 24 * 7 } as const

/** Parses `90d`, a date or a timestamp; it must be in the future. */
export function parseExpiry(text: string | undefined, now: Date): string | undefined {
  if (text === undefined) return undefined
  const [, count, unit] = /^(\d{1,5})([hdw])$/.exec(text) ?? []
  const at = count
    ? now.getTime() + Number(count) * hours[unit as keyof typeof hours] * 3_600_000
    : /^\d{4}-\d\d-\d\d/.test(text)
      ? Date.parse(text)
      : Number.NaN
  if (Number.isNaN(at)) throw usageError('--expires must look like 90d, 12h, 2w, 2030-01-31 or 2030-01-31T09:00:00Z')
  if (at <= now.getTime()) throw usageError('--expires must be in the future')
  return new Date(at).toISOString()
}
