import type { Effect } from '../deps.ts'

/** Noted once, however somebody has opted out. */
export const optedOutEffect = (words: string): Omit<Effect, 'at'> => ({
  kind: 'person.opted_out',
  summary: 'Nothing more would have been sent to them',
  payload: { words },
})

const mostNoted = 4096

/** A value as it is noted with every call: what is long as JSON is cut, and says so. */
export function shortened(value: unknown): unknown {
  const json = JSON.stringify(value) ?? ''
  if (json.length <= mostNoted) return value
  return `${json.slice(0, mostNoted).toWellFormed()}… (cut: ${json.length} characters in all)`
}
