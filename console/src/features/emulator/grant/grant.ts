import { useSyncExternalStore } from 'react'

/** The grant of an emulator link. It is stored in this tab only, and never in an address that a server sees. */

const storageKey = 'parley-emulator-grant'
const listeners = new Set<() => void>()

/** Extracts the grant from a link, a fragment, or the bare grant; undefined if there is none. */
export function parseGrant(text: string): string | undefined {
  return /(?:^|#)(v[12]\.[\w.~-]+)\s*$/.exec(text.trim())?.[1]
}

export function storeGrant(grant: string | undefined): void {
  if (grant === undefined) sessionStorage.removeItem(storageKey)
  else sessionStorage.setItem(storageKey, grant)
  for (const listener of listeners) listener()
}

/** Moves the grant from the fragment of the address to this tab's storage. */
export function consumeGrantFromUrl(): void {
  const grant = parseGrant(location.hash)
  if (location.hash !== '') history.replaceState(history.state, '', location.pathname + location.search)
  if (grant !== undefined) storeGrant(grant)
}

export function useGrant(): string | undefined {
  return useSyncExternalStore(subscribe, () => sessionStorage.getItem(storageKey) ?? undefined)
}

/** Opening another link in the same tab changes only the fragment. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('hashchange', consumeGrantFromUrl)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('hashchange', consumeGrantFromUrl)
  }
}
