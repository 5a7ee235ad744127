import type { SandboxEffect } from '../deps.ts'

/** Noted once, however somebody has opted out. */
export const createOptOutEffect = (words: string): Omit<SandboxEffect, 'at'> => ({
  kind: 'person.opted_out',
  summary: 'Nothing more would have been sent to them',
  payload: { words },
})

const maxNotedLength = 4096

/** A value as it is noted with every call: what is long as JSON is cut, and says so. */
export function truncatePayload(value: unknown): unknown {
  const json = JSON.stringify(value) ?? ''
  if (json.length <= maxNotedLength) return value
  return `${json.slice(0, maxNotedLength).toWellFormed()}… (cut: ${json.length} characters in all)`
}
