import { useSyncExternalStore } from 'react'

/** Who is signed in, with a token for each org that was opened. Nothing else of Parley's is kept in the browser. */
export type Session = {
  user: { id: string; email: string; name?: string }
  tokens: Record<string, Token>
  /** Where to begin next time. */
  lastOrg: string
}
export type Token = { token: string; expiresAt: string }
export type SignedIn = Token & { user: Session['user']; org: { id: string } }

const place = 'parley.session'
const listeners = new Set<() => void>()
let current = read()

export function useSession(): Session | undefined {
  return useSyncExternalStore(subscribe, currentSession)
}

export function currentSession(): Session | undefined {
  return current
}

/** The token of an org while it is good. */
export function tokenFor(session: Session | undefined, org: string, now = Date.now()): string | undefined {
  const held = session?.tokens[org]
  return held && Date.parse(held.expiresAt) > now ? held.token : undefined
}

/** Those that are still good, that of the last org in front. */
export function goodTokens(session: Session | undefined): { org: string; token: string }[] {
  if (!session) return []
  const orgs = new Set([session.lastOrg, ...Object.keys(session.tokens)])
  return [...orgs].flatMap((org) => {
    const token = tokenFor(session, org)
    return token === undefined ? [] : [{ org, token }]
  })
}

/** Another account than before starts with no other org's token. */
export function signedIn({ user, org, token, expiresAt }: SignedIn): void {
  const others = current?.user.id === user.id ? current.tokens : {}
  write({ user, lastOrg: org.id, tokens: { ...others, [org.id]: { token, expiresAt } } })
}

/** The server takes this token no more. */
export function forgetToken(token: string): void {
  if (!current) return
  const kept = Object.entries(current.tokens).filter(([, held]) => held.token !== token)
  write({ ...current, tokens: Object.fromEntries(kept) })
}

/** Also at the server, which is not waited for: a session that it cannot end now ends by itself. */
export function signOut(): void {
  for (const { token } of goodTokens(current)) {
    const headers = { authorization: `Bearer ${token}` }
    fetch(`${window.location.origin}/v1/auth/sessions/current`, { method: 'DELETE', headers, keepalive: true }).catch(
      () => {},
    )
  }
  write(undefined)
}

function write(session: Session | undefined): void {
  current = session
  if (session) localStorage.setItem(place, JSON.stringify(session))
  else localStorage.removeItem(place)
  tell()
}

function read(): Session | undefined {
  try {
    return JSON.parse(localStorage.getItem(place) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

const tell = () => {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

// Whoever signs out in one tab is signed out in all of them.
window.addEventListener('storage', ({ key }) => {
  if (key !== place && key !== null) return
  current = read()
  tell()
})
