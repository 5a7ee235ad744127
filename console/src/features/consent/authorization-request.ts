import type { Schema } from '@parley/sdk'

/**
 * The query as the application sent it, read when the console starts: the router parses and rewrites queries, and could
 * change a `state` that looks like a number.
 */
export const sentQuery = globalThis.location?.search ?? ''

const parameters = {
  clientId: 'client_id',
  redirectUri: 'redirect_uri',
  responseType: 'response_type',
  codeChallenge: 'code_challenge',
  codeChallengeMethod: 'code_challenge_method',
  scope: 'scope',
  resource: 'resource',
  state: 'state',
} as const satisfies Record<keyof Schema<'AuthorizationRequest'>, string>

/** Undefined if a parameter appears twice: which one is meant cannot be known. */
export function readAuthorizationRequest(query: string): Schema<'AuthorizationRequest'> | undefined {
  const sent = new URLSearchParams(query)
  const names = Object.entries(parameters)
  if (names.some(([, name]) => sent.getAll(name).length > 1)) return undefined
  return Object.fromEntries(
    names.flatMap(([field, name]) => {
      const value = sent.get(name)
      return value === null ? [] : [[field, value]]
    }),
  )
}
