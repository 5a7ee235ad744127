import type { SandboxEffect } from '../deps.ts'

/** The one effect for every way of opting out. */
export const createOptOutEffect = (words: string): Omit<SandboxEffect, 'at'> => ({
  kind: 'person.opted_out',
  summary: 'They would receive no more messages',
  payload: { words },
})

const maxNotedLength = 4096

/** Truncates a long payload to JSON text that says so. */
export function truncatePayload(value: unknown): unknown {
  const json = JSON.stringify(value) ?? ''
  if (json.length <= maxNotedLength) return value
  return `${json.slice(0, maxNotedLength).toWellFormed()}… (truncated: ${json.length} characters in total)`
}
