import type { Caller } from '../../../../platform/http/access.ts'
import { notFound } from '../../../../platform/http/problem.ts'

export const signedInOnly = { access: { kind: 'token' }, tag: 'Access' } as const

/** Routes for a signed-in user's own account respond 404 to an API key. */
export function requireUser(caller: Caller): Caller & { kind: 'user' } {
  if (caller.kind !== 'user') throw notFound()
  return caller
}
