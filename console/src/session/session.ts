import { useSyncExternalStore } from 'react'

/** Who is signed in, with a token for each org that was opened. Nothing else of Parley's is kept in the browser. */
export type UserSession = {
  user: { id: string; email: string; name?: string }
  tokens: Record<string, OrgToken>
  /** Where to begin next time. */
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

/** The token of an org while it is good. */
export function validTokenFor(session: UserSession | undefined, org: string, now = Date.now()): string | undefined {
  const saved = session?.tokens[org]
  return saved && Date.parse(saved.expiresAt) > now ? saved.token : undefined
}

/** Those that are still good, that of the last org in front. */
export function validTokens(session: UserSession | undefined): { org: string; token: string }[] {
  if (!session) return []
  const orgs = new Set([session.lastOrg, ...Object.keys(session.tokens)])
  return [...orgs].flatMap((org) => {
    const token = validTokenFor(session, org)
    return token === undefined ? [] : [{ org, token }]
  })
}

/** Another account than before starts with no other org's token. */
export function storeSignIn({ user, org, token, expiresAt }: SignInResponse): void {
  const others = current?.user.id === user.id ? current.tokens : {}
  writeStored({ user, lastOrg: org.id, tokens: { ...others, [org.id]: { token, expiresAt } } })
}

/** The server takes this token no more. */
export function dropToken(token: string): void {
  if (!current) return
  const remaining = Object.entries(current.tokens).filter(([, saved]) => saved.token !== token)
  writeStored({ ...current, tokens: Object.fromEntries(remaining) })
}

/** Also at the server, which is not waited for: a session that it cannot end now ends by itself. */
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

// Whoever signs out in one tab is signed out in all of them.
window.addEventListener('storage', ({ key }) => {
  if (key !== storageKey && key !== null) return
  current = readStored()
  notifyListeners()
})
