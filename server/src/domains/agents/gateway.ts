import { createSecretKey, type KeyObject } from 'node:crypto'
import { LruCache } from '@parley/findings'
import { z } from 'zod'
import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import { generateToken, hashToken, hashTokenHex, overlapEnd } from '../../platform/secrets/tokens.ts'
import type { World } from '../../platform/world.ts'
import {
  type AgentEndpoint,
  createEndpointFinder,
  createTokenFinder,
  deleteGatewayWebhook,
  type GatewayWebhook,
  readGatewayCredentials,
  storeAccessToken,
  storeGatewayWebhook,
  storeSigningSecret,
} from './queries/gateway.ts'
import {
  acquireRelayLease,
  ensureSigningSecret,
  findRelayListener,
  releaseRelayLease,
  renewRelayLease,
} from './queries/relays.ts'
import { lockAgent } from './queries.ts'
import { SecretState } from './secrets/secrets.ts'

/**
 * Leases for relays, which receive events in place of an agent's webhook: one listener at a time, for as long as it
 * renews its lease.
 */
type RelayLeases = {
  /** Replaces the current listener. Creates a signing secret if there is none. */
  acquire(agent: AgentKey, name: string): Promise<{ listener: string; secretLast4: string }>
  /** Returns false when another listener has taken over or the lease was revoked. */
  renew(agent: AgentKey, listener: string): Promise<boolean>
  release(agent: AgentKey, listener: string): Promise<void>
  holder(agent: AgentKey): Promise<string | undefined>
}

/** Long enough to survive two failed renewals, and short enough to wait out when the listener has died. */
const leaseSeconds = 15

type RelayLeaseDeps = { db: Db; world: World; newSecret(agent: AgentKey): { sealed: Buffer; last4: string } }

function createRelayLeases({ db, world, newSecret }: RelayLeaseDeps): RelayLeases {
  return {
    async acquire(agent, name) {
      const listener = world.newId('lst')
      const { sealed, last4 } = newSecret(agent)
      const secretLast4 = await ensureSigningSecret(db, agent, { sealed, last4, now: world.now() })
      await acquireRelayLease(db, agent, { listener, name, leaseSeconds })
      return { listener, secretLast4 }
    },
    renew: (agent, listener) => renewRelayLease(db, agent, listener, leaseSeconds),
    release: (agent, listener) => releaseRelayLease(db, agent, listener),
    holder: (agent) => findRelayListener(db, agent),
  }
}

/** Gateway credentials: how the agent and the messaging gateway authenticate to each other. See docs/gateway.md. */
export const GatewayResponse = z
  .strictObject({
    webhookUrl: z.string().optional(),
    instanceId: z.string().optional(),
    accessToken: SecretState,
    signingSecret: SecretState,
    labUrl: z.string().optional().meta({ description: 'Page of the handset lab; absent while the lab is off.' }),
  })
  .meta({
    id: 'Gateway',
    examples: [
      {
        accessToken: { set: true, last4: '9f3c' },
        signingSecret: { set: false },
        labUrl: 'https://gateway.example.com/lab',
      },
    ],
  })

export async function readGateway(
  db: Db,
  agent: AgentKey,
  labUrl: string | undefined,
): Promise<z.input<typeof GatewayResponse>> {
  const stored = await readGatewayCredentials(db, agent)
  return {
    webhookUrl: stored?.webhookUrl ?? undefined,
    instanceId: stored?.instanceId ?? undefined,
    accessToken: secretStateOf(stored?.accessTokenLast4),
    signingSecret: secretStateOf(stored?.signingSecretLast4),
    labUrl,
  }
}

const secretStateOf = (last4: string | null | undefined): SecretState => (last4 ? { set: true, last4 } : { set: false })

/**
 * Issues a new access token for the messaging gateway. The token is shown once and stored as a hash; the previous one
 * stops working at once, or after an overlap.
 */
export async function issueAccessToken(tx: Db, agent: AgentKey, world: World, overlapMinutes = 0): Promise<string> {
  const token = generateToken(world, 'at-')
  const now = world.now()
  const previousUntil = overlapEnd(overlapMinutes, now)
  await storeAccessToken(tx, agent, { hash: hashToken(token), last4: token.slice(-4), previousUntil, now })
  return token
}

export const signingSecretAad = (agent: Pick<AgentKey, 'key'>) => `gateway signing secret of agent ${agent.key}`

/** Stored encrypted rather than hashed, because the gateway signs with it. */
export async function issueSigningSecret(
  tx: Db,
  agent: AgentKey,
  { keyring, world, overlapMinutes }: { keyring: Keyring; world: World; overlapMinutes: number },
): Promise<string> {
  const { secret, ...columns } = newSigningSecret(agent, keyring, world)
  const now = world.now()
  await storeSigningSecret(tx, agent, { ...columns, previousUntil: overlapEnd(overlapMinutes, now), now })
  return secret
}

function newSigningSecret(agent: AgentKey, keyring: Keyring, world: World) {
  const secret = generateToken(world, 'ss-', 40)
  return { secret, sealed: keyring.encrypt(secret, signingSecretAad(agent)), last4: secret.slice(-4) }
}

/** How the messaging gateway authenticates agents and reaches those that have a webhook or a relay. */
export type GatewayAccess = {
  /**
   * Returns the agent that owns an access token. With `later`, a token that was valid before is returned unverified,
   * and the caller must verify it.
   */
  authenticate(token: string, later?: boolean): Promise<(AgentKey & { unproven?: UnverifiedToken }) | undefined>
  /**
   * Returns an agent by its key, with its relay listener or webhook if it has one; undefined when it no longer exists.
   */
  find(key: number): Promise<{ agent: AgentKey; webhook?: SignedWebhook } | undefined>
  webhook(agent: Pick<AgentKey, 'key'>): Promise<GatewayWebhook | undefined>
  /** An absent `instanceId` keeps the current one; null clears it. */
  setWebhook(
    tx: Db,
    agent: AgentKey,
    webhook: { webhookUrl: string; instanceId?: string | null },
  ): Promise<GatewayWebhook>
  removeWebhook(tx: Db, agent: AgentKey): Promise<void>
  /** Locks the agent, and with it its webhook and relay; undefined when it no longer exists. */
  lock(tx: Db, agent: AgentKey): Promise<unknown>
  relays: RelayLeases
}
type SealedSecrets = 'sealedSecret' | 'sealedPreviousSecret'
/** `secrets` are those that sign calls, newest first. */
type SignedWebhook = DistributiveOmit<NonNullable<AgentEndpoint['webhook']>, SealedSecrets> & { secrets: KeyObject[] }
type DistributiveOmit<T, K extends keyof T> = T extends unknown ? Omit<T, K> : never
type UnverifiedToken = { hash: string; isValid(): Promise<boolean> }

export function createGatewayAccess({ db, keyring, world }: { db: Db; keyring: Keyring; world: World }): GatewayAccess {
  const findByToken = createTokenFinder(db)
  const findByKey = createEndpointFinder(db)
  const open = createSecretDecryptor(keyring)
  const find: GatewayAccess['find'] = async (key) => {
    const found = await findByKey(key)
    if (!found?.webhook) return found && { agent: found.agent }
    const { sealedSecret, sealedPreviousSecret, ...webhook } = found.webhook
    const sealed = sealedPreviousSecret ? [sealedSecret, sealedPreviousSecret] : [sealedSecret]
    return { agent: found.agent, webhook: { ...webhook, secrets: sealed.map((one) => open(found.agent, one)) } }
  }
  return {
    authenticate: createTokenAuthenticator(findByToken),
    find,
    async webhook({ key }) {
      const { webhookUrl, instanceId } = (await find(key))?.webhook ?? {}
      return webhookUrl === undefined ? undefined : { webhookUrl, instanceId }
    },
    setWebhook(tx, agent, webhook) {
      // Every call can then be signed, even if the operator has not issued a secret yet.
      const { sealed, last4 } = newSigningSecret(agent, keyring, world)
      return storeGatewayWebhook(tx, agent, { ...webhook, secret: { sealed, last4 }, now: world.now() })
    },
    removeWebhook: deleteGatewayWebhook,
    lock: lockAgent,
    relays: createRelayLeases({ db, world, newSecret: (agent) => newSigningSecret(agent, keyring, world) }),
  }
}

const maxCachedTokens = 10_000

/** Caches which agent a token belonged to, never that the token is valid. */
function createTokenAuthenticator(find: ReturnType<typeof createTokenFinder>): GatewayAccess['authenticate'] {
  const seen = new LruCache<string, AgentKey>(maxCachedTokens)
  async function look(hash: string): Promise<AgentKey | undefined> {
    const agent = await find(hash)
    if (!agent) {
      seen.delete(hash)
      return undefined
    }
    seen.set(hash, { key: agent.key, id: agent.id, orgId: agent.orgId })
    return agent
  }
  return async (token, later = false) => {
    const hash = hashTokenHex(token)
    const known = later ? seen.get(hash) : undefined
    if (!known) return look(hash)
    return { ...known, unproven: { hash, isValid: async () => (await look(hash))?.key === known.key } }
  }
}

const maxCachedSecrets = 1_000

/** Caches decrypted secrets: decrypting one takes longer than signing with it. */
function createSecretDecryptor(keyring: Keyring): (agent: AgentKey, sealed: Buffer) => KeyObject {
  const opened = new LruCache<string, KeyObject>(maxCachedSecrets)
  return (agent, sealed) => {
    // No two encryptions are alike, so the ciphertext identifies the secret.
    const name = `${agent.key} ${sealed.toString('base64')}`
    const known = opened.get(name)
    if (known) return known
    const secret = createSecretKey(keyring.decrypt(sealed, signingSecretAad(agent)), 'utf8')
    opened.set(name, secret)
    return secret
  }
}
