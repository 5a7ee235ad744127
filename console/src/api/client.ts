import { Parley } from '@parley/sdk'
import { currentSession, dropToken, validTokenFor } from '../session/session.ts'

const clients = new Map<string, Parley>()

/** The API as whoever is signed in, for one org. A token that is refused is forgotten, which asks to sign in again. */
export function clientForOrg(org: string): Parley {
  return clientWithToken(validTokenFor(currentSession(), org) ?? '')
}

export function clientWithToken(token: string): Parley {
  const known = clients.get(token)
  if (known) return known
  const made = new Parley({
    url: window.location.origin,
    apiKey: token || 'nobody',
    // Who signs in is told at once to wait, rather than left waiting.
    retries: token ? 1 : 0,
    fetch: watching(token),
  })
  clients.clear()
  clients.set(token, made)
  return made
}

function watching(token: string): typeof fetch {
  return async (address, options) => {
    // What is deleted while the page is left goes out to its end.
    const answer = await fetch(address, { ...options, keepalive: options?.method === 'DELETE' })
    if (answer.status === 401 && token) dropToken(token)
    return answer
  }
}
