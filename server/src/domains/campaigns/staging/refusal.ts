import type { Problem } from '../../../platform/http/problem.ts'
import { campaignOpeningProblem } from './opening.ts'

const refusalPrefix = 'unresolved: '

/** Kept on the row of a staging that cannot succeed, for whoever waits for it. */
export const encodeRefusal = ({ message }: Problem): Error => new Error(refusalPrefix + message)

/** Undefined where the fault is ours. */
export function decodeRefusal(error: string | null): Problem | undefined {
  return error?.startsWith(refusalPrefix) ? campaignOpeningProblem(error.slice(refusalPrefix.length)) : undefined
}
