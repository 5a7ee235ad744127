import type { ReplyBody } from './client.ts'

/** Reduces a response to what a guide shows: only the listed keys of an object, and `…` matches anything. */
export function abridgeTo(value: ReplyBody, written: ReplyBody): ReplyBody {
  if (typeof written === 'string' && written.includes('…')) {
    const [begin = '', end = ''] = written.split('…')
    return String(value).startsWith(begin) && String(value).endsWith(end) ? written : value
  }
  if (Array.isArray(written) && Array.isArray(value)) return value.map((one, at) => abridgeTo(one, written[at]))
  if (!isRecord(written) || !isRecord(value)) return value
  const keys = Object.keys(written).filter((key) => key in value)
  return Object.fromEntries(keys.map((key) => [key, abridgeTo(value[key], written[key])]))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
