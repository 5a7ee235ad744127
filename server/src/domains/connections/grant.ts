import type { AgentKey, OrgKey } from '../../platform/http/route.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'

/** What a provider gave: the tokens of an org connection or of a tool of an agent, and how well they work. */
export const grantStatuses = ['connected', 'expired', 'revoked', 'error'] as const
export type GrantStatus = (typeof grantStatuses)[number]
type Row = Record<GrantStatus, GrantStatus>

const always = (to: GrantStatus): Row => ({ connected: to, expired: to, revoked: to, error: to })

/** The status table of document 1, by what a use by the platform came to; a use that succeeds heals. */
const moves = {
  answered: always('connected'),
  refreshFailed: { ...always('expired'), revoked: 'revoked' },
  rejectedAfterRefresh: always('revoked'),
  failed: always('error'),
} satisfies Record<string, Row>
export type Use = keyof typeof moves

export function afterUse(use: Use, from: GrantStatus): GrantStatus {
  return moves[use][from]
}

/** Which grant is meant, inside its org. */
export type GrantKey = { connectionId: string } | { agent: AgentKey; toolId: string }

export type Tokens = { accessToken: string; refreshToken?: string }
/** Whose account it is, as far as the provider tells: for us, and for people. */
export type Account = { key?: string; label?: string }
export type Granted = { tokens: Tokens; expiresAt?: Date; account?: Account }

/** Tokens are bound to their row: copied to another, they do not open. */
export function sealTokens(keyring: Keyring, org: OrgKey, key: GrantKey, tokens: Tokens): Buffer {
  return keyring.seal(JSON.stringify(tokens), aboutOf(org, key))
}

export function openTokens(keyring: Keyring, org: OrgKey, key: GrantKey, sealed: Buffer): Tokens {
  return JSON.parse(keyring.open(sealed, aboutOf(org, key)))
}

/** What tokens are bound to. */
export function aboutOf(org: OrgKey, key: GrantKey): string {
  return 'connectionId' in key
    ? `connection ${org.id} ${key.connectionId}`
    : `tool grant ${org.id} ${key.agent.key} ${key.toolId}`
}
