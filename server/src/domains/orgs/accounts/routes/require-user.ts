import type { Caller } from '../../../../platform/http/access.ts'
import { notFound } from '../../../../platform/http/problem.ts'

export const signedInOnly = { access: { kind: 'token' }, tag: 'Access' } as const

/** To a key, what a signed-in user does with their own account does not exist. */
export function requireUser(caller: Caller): Caller & { kind: 'user' } {
  if (caller.kind !== 'user') throw notFound()
  return caller
}
