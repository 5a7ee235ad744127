import type { Problem } from '../../../platform/http/problem.ts'
import { campaignOpeningProblem } from './opening.ts'

const refusalPrefix = 'unresolved: '

/** Encodes the reason why a staging cannot succeed, to store it on its row for the waiting caller. */
export const encodeRefusal = ({ message }: Problem): Error => new Error(refusalPrefix + message)

/** Returns undefined for an internal error. */
export function decodeRefusal(error: string | null): Problem | undefined {
  return error?.startsWith(refusalPrefix) ? campaignOpeningProblem(error.slice(refusalPrefix.length)) : undefined
}
