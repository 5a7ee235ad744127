import type { AgentKey, OrgKey } from '../../platform/http/route.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'

/** A provider grant: the tokens of an org connection or of an agent's tool, and their status. */
export const grantStatuses = ['connected', 'expired', 'revoked', 'error'] as const
export type GrantStatus = (typeof grantStatuses)[number]
type GrantTransitions = Record<GrantStatus, GrantStatus>

const always = (to: GrantStatus): GrantTransitions => ({ connected: to, expired: to, revoked: to, error: to })

/** Status transitions by the outcome of a use; a successful use restores `connected`. */
const statusTransitions = {
  answered: always('connected'),
  refreshFailed: { ...always('expired'), revoked: 'revoked' },
  rejectedAfterRefresh: always('revoked'),
  failed: always('error'),
} satisfies Record<string, GrantTransitions>
export type GrantUseOutcome = keyof typeof statusTransitions

export function nextGrantStatus(use: GrantUseOutcome, from: GrantStatus): GrantStatus {
  return statusTransitions[use][from]
}

export type GrantKey = { connectionId: string } | { agent: AgentKey; toolId: string }

export type OAuthTokens = { accessToken: string; refreshToken?: string }
/** The provider account, as far as the provider reveals it: `key` for matching, `label` for people. */
export type ProviderAccount = { key?: string; label?: string }
export type NewGrant = { tokens: OAuthTokens; expiresAt?: Date; account?: ProviderAccount }

/** Tokens are bound to their row: copied to another row, they do not decrypt. */
export function encryptTokens(keyring: Keyring, org: OrgKey, key: GrantKey, tokens: OAuthTokens): Buffer {
  return keyring.encrypt(JSON.stringify(tokens), grantAad(org, key))
}

export function decryptTokens(keyring: Keyring, org: OrgKey, key: GrantKey, sealed: Buffer): OAuthTokens {
  return JSON.parse(keyring.decrypt(sealed, grantAad(org, key)))
}

/** Additional authenticated data that binds tokens to their grant. */
export function grantAad(org: OrgKey, key: GrantKey): string {
  return 'connectionId' in key
    ? `connection ${org.id} ${key.connectionId}`
    : `tool grant ${org.id} ${key.agent.key} ${key.toolId}`
}
