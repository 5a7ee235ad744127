import type { ReplyBody } from './client.ts'

/** Reduces a response to what a guide shows: only the listed keys of an object, and `…` matches anything. */
export function abridgeTo(value: ReplyBody, expected: ReplyBody): ReplyBody {
  if (typeof expected === 'string' && expected.includes('…')) {
    const [prefix = '', suffix = ''] = expected.split('…')
    return String(value).startsWith(prefix) && String(value).endsWith(suffix) ? expected : value
  }
  if (Array.isArray(expected) && Array.isArray(value)) return value.map((item, at) => abridgeTo(item, expected[at]))
  if (!isRecord(expected) || !isRecord(value)) return value
  const keys = Object.keys(expected).filter((key) => key in value)
  return Object.fromEntries(keys.map((key) => [key, abridgeTo(value[key], expected[key])]))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
