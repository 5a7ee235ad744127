import { Parley } from '@parley/sdk'
import { useSyncExternalStore } from 'react'
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
    const isWrite = options?.method !== undefined && options.method !== 'GET'
    if (isWrite) countWrites(1)
    try {
      // A deletion must complete even while the page is being left.
      const answer = await fetch(address, { ...options, keepalive: options?.method === 'DELETE' })
      if (answer.status === 401 && token) dropToken(token)
      return answer
    } finally {
      if (isWrite) countWrites(-1)
    }
  }
}

let pendingWrites = 0
const listeners = new Set<() => void>()

function countWrites(change: number): void {
  pendingWrites += change
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether the server has yet to answer a request that changes something. */
export const useIsWriting = (): boolean => useSyncExternalStore(subscribe, () => pendingWrites > 0)
