import type { Effect } from '../deps.ts'

/** Noted once, however somebody has opted out. */
export const optedOutEffect = (words: string): Omit<Effect, 'at'> => ({
  kind: 'person.opted_out',
  summary: 'Nothing more would have been sent to them',
  payload: { words },
})
