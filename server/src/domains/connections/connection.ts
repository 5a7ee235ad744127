import { boundedText, nameText } from '@parley/findings'
import { z } from 'zod'
import type { AgentKey, OrgKey } from '../../platform/http/route.ts'
import { timestamp } from '../../platform/http/schemas.ts'
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

export type ToolGrantKey = { agent: AgentKey; toolId: string }
export type GrantKey = { connectionId: string } | ToolGrantKey

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

/** An agent that uses a connection; supplied by the agents domain. */
export const ConnectionUser = z.strictObject({ agentId: z.string(), name: z.string() }).meta({ id: 'ConnectionUser' })
export type ConnectionUser = z.infer<typeof ConnectionUser>

export const Connection = z
  .strictObject({
    id: z.string(),
    provider: z.string(),
    label: z.string(),
    accountLabel: z.string().optional(),
    status: z.enum(grantStatuses),
    lastError: z.string().optional(),
    expiresAt: timestamp.optional(),
    lastUsedAt: timestamp.optional(),
    usedBy: z.array(ConnectionUser),
  })
  .meta({
    id: 'Connection',
    examples: [
      {
        id: 'con_01',
        provider: 'google',
        label: 'Front desk calendar',
        accountLabel: 'desk@example.com',
        status: 'connected',
        expiresAt: '2030-01-31T10:00:00.000Z',
        usedBy: [{ agentId: 'front-desk', name: 'Front desk' }],
      },
    ],
  })
export type Connection = z.infer<typeof Connection>

export const ConnectionDisconnect = z
  .strictObject({ disconnected: z.boolean(), usedBy: z.array(ConnectionUser) })
  .meta({ id: 'ConnectionDisconnect', examples: [{ disconnected: true, usedBy: [] }] })

const returnTo = boundedText({ max: 2000 })
  .optional()
  .meta({ description: 'Where the browser goes afterwards; ignored unless its host is on the allow-list.' })

export const ConnectionStart = z
  .strictObject({ label: nameText.optional(), returnTo })
  .meta({ id: 'ConnectionStart', examples: [{ label: 'Front desk calendar', returnTo: 'https://app.example.com/' }] })

export const ToolOAuthStart = z
  .strictObject({ returnTo })
  .meta({ id: 'ToolOAuthStart', examples: [{ returnTo: 'https://app.example.com/' }] })

export const Authorization = z
  .strictObject({ authorizationUrl: z.string() })
  .meta({ id: 'Authorization', examples: [{ authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth?…' }] })

export const ToolOAuthStatus = z
  .strictObject({
    status: z.enum(['not-connected', ...grantStatuses]),
    connectedAt: timestamp.optional(),
    lastError: z.string().optional(),
  })
  .meta({ id: 'ToolOAuthStatus', examples: [{ status: 'connected', connectedAt: '2030-01-31T09:00:00.000Z' }] })
export type ToolOAuthStatus = z.infer<typeof ToolOAuthStatus>
