import { useSyncExternalStore } from 'react'

/** The signed-in user, with a token for each opened org. The browser stores nothing else of Parley. */
export type UserSession = {
  user: { id: string; email: string; name?: string }
  tokens: Record<string, OrgToken>
  /** The org to open next time. */
  lastOrg: string
}
export type OrgToken = { token: string; expiresAt: string }
export type SignInResponse = OrgToken & { user: UserSession['user']; org: { id: string } }

const storageKey = 'parley.session'
const listeners = new Set<() => void>()
let current = readStored()

export function useUserSession(): UserSession | undefined {
  return useSyncExternalStore(subscribe, currentSession)
}

export function currentSession(): UserSession | undefined {
  return current
}

/** Returns the token of an org if it has not expired. */
export function validTokenFor(session: UserSession | undefined, org: string, now = Date.now()): string | undefined {
  const saved = session?.tokens[org]
  return saved && Date.parse(saved.expiresAt) > now ? saved.token : undefined
}

/** Returns the unexpired tokens, that of the last org first. */
export function validTokens(session: UserSession | undefined): { org: string; token: string }[] {
  if (!session) return []
  const orgs = new Set([session.lastOrg, ...Object.keys(session.tokens)])
  return [...orgs].flatMap((org) => {
    const token = validTokenFor(session, org)
    return token === undefined ? [] : [{ org, token }]
  })
}

/** A different account discards the tokens of other orgs. */
export function storeSignIn({ user, org, token, expiresAt }: SignInResponse): void {
  const others = current?.user.id === user.id ? current.tokens : {}
  writeStored({ user, lastOrg: org.id, tokens: { ...others, [org.id]: { token, expiresAt } } })
}

/** Deletes a token that the server rejects. */
export function dropToken(token: string): void {
  if (!current) return
  const remaining = Object.entries(current.tokens).filter(([, saved]) => saved.token !== token)
  writeStored({ ...current, tokens: Object.fromEntries(remaining) })
}

/** Also ends the session on the server, without waiting: if that fails, the session expires. */
export function signOut(): void {
  for (const { token } of validTokens(current)) {
    const headers = { authorization: `Bearer ${token}` }
    fetch(`${window.location.origin}/v1/auth/sessions/current`, { method: 'DELETE', headers, keepalive: true }).catch(
      () => {},
    )
  }
  writeStored(undefined)
}

function writeStored(session: UserSession | undefined): void {
  current = session
  if (session) localStorage.setItem(storageKey, JSON.stringify(session))
  else localStorage.removeItem(storageKey)
  notifyListeners()
}

function readStored(): UserSession | undefined {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

const notifyListeners = () => {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

// Signing out in one tab signs out all tabs. Tests of pure functions run without a window.
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key !== storageKey && key !== null) return
  current = readStored()
  notifyListeners()
})
