import type { Db } from '../../platform/db/database.ts'
import type { OrgKey } from '../../platform/http/route.ts'
import type { OAuthProvider } from '../../platform/oauth-providers.ts'
import type { Announce } from '../../platform/outbox.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import type { World } from '../../platform/world.ts'
import type { ConnectionUser } from './connection.ts'
import type { GrantKey } from './grant.ts'

/** What it takes to obtain, keep and end a grant. */
export type GrantDeps = {
  providers: readonly OAuthProvider[]
  keyring: Keyring
  /** The one way out to providers; refuses private addresses. */
  fetch: typeof fetch
  announce: Announce
  /** Hears, in that transaction, that a connection works: a new one, one that was renewed, or one that works again. */
  onConnected?(tx: Db, org: OrgKey, connectionId: string): Promise<void>
  log: { warn(fields: object, message: string): void }
}

/** What it takes to use one. */
export type GrantUseDeps = GrantDeps & { db: Db; world: World }

/** A grant in use. */
export type GrantInUse = GrantUseDeps & { org: OrgKey; key: GrantKey }

export type ConnectionDeps = GrantDeps & {
  publicUrl: string
  /** The hosts that `returnTo` may lead to. */
  returnHosts: readonly string[]
  /** What a tool of the catalog needs to be granted; undefined for one that needs nothing, or is unknown. */
  findToolOAuth(toolId: string): { provider: string; scopes: readonly string[] } | undefined
  /** The agents whose tool bindings name each connection, sorted by name. */
  findAgentsUsing(tx: Db, org: OrgKey, connectionIds: string[]): Promise<Map<string, ConnectionUser[]>>
}

/** Registered at every provider as the only place to come back to. */
export function redirectUri({ publicUrl }: { publicUrl: string }): string {
  return `${publicUrl}/v1/oauth/callback`
}
