import type { Db } from '../../platform/db/database.ts'
import type { AgentKey, OrgKey } from '../../platform/http/route.ts'
import type { OAuthProvider } from '../../platform/oauth-providers.ts'
import type { Announce } from '../../platform/outbox.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import type { World } from '../../platform/world.ts'
import type { ConnectionUser, GrantKey } from './connection.ts'

export type GrantDeps = {
  providers: readonly OAuthProvider[]
  keyring: Keyring
  /** The only way out to providers; refuses private addresses. */
  fetch: typeof fetch
  announce: Announce
  /** Called in the transaction in which a connection becomes usable: new, renewed, or working again. */
  onConnected?(tx: Db, org: OrgKey, connectionId: string): Promise<void>
  /** Returns the playbooks that call a tool of the agent. */
  findToolUsers?(tx: Db, agent: AgentKey, toolId: string): Promise<{ id: string; name: string }[]>
  log: { warn(fields: object, message: string): void }
}

export type GrantUseDeps = GrantDeps & { db: Db; world: World }

export type GrantInUse = GrantUseDeps & { org: OrgKey; key: GrantKey }

export type ConnectionDeps = GrantDeps & {
  publicUrl: string
  returnHosts: readonly string[]
  /** Returns the OAuth requirements of a catalog tool; undefined when it needs none or is unknown. */
  findToolOAuth(toolId: string): { provider: string; scopes: readonly string[] } | undefined
  /** Returns the agents whose tool bindings use each connection, sorted by name. */
  findAgentsUsing(tx: Db, org: OrgKey, connectionIds: string[]): Promise<Map<string, ConnectionUser[]>>
}

/** Registered with every provider as the only redirect URI. */
export function buildRedirectUri({ publicUrl }: { publicUrl: string }): string {
  return `${publicUrl}/v1/oauth/callback`
}
