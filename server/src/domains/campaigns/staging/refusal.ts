import type { Problem } from '../../../platform/http/problem.ts'
import { unresolved } from './opening.ts'

const mark = 'unresolved: '

/** Kept on the row of a staging that cannot succeed, for whoever waits for it. */
export const refusedFor = ({ message }: Problem): Error => new Error(mark + message)

/** Undefined where the fault is ours. */
export function refusalIn(error: string | null): Problem | undefined {
  return error?.startsWith(mark) ? unresolved(error.slice(mark.length)) : undefined
}
