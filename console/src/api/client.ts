import { Parley } from '@parley/sdk'
import { currentSession, dropToken, validTokenFor } from '../session/session.ts'

const clients = new Map<string, Parley>()

/**
 * Creates an API client for the signed-in user in one org. A rejected token is deleted, which prompts the user to sign
 * in again.
 */
export function createOrgClient(org: string): Parley {
  return createTokenClient(validTokenFor(currentSession(), org) ?? '')
}

export function createTokenClient(token: string): Parley {
  const known = clients.get(token)
  if (known) return known
  const made = new Parley({
    url: window.location.origin,
    apiKey: token || 'nobody',
    // During sign-in, a rate limit is shown at once instead of being retried.
    retries: token ? 1 : 0,
    fetch: watching(token),
  })
  clients.clear()
  clients.set(token, made)
  return made
}

function watching(token: string): typeof fetch {
  return async (address, options) => {
    // A deletion must complete even while the page is being left.
    const answer = await fetch(address, { ...options, keepalive: options?.method === 'DELETE' })
    if (answer.status === 401 && token) dropToken(token)
    return answer
  }
}
