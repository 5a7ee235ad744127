import { createSecretKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import { generateToken, hashToken, hashTokenHex } from '../../platform/secrets/tokens.ts'
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

/** Who listens in the place of an agent's webhook: one at a time, and for as long as the lease is renewed. */
type RelayLeases = {
  /** Whoever held it before holds it no more. Sees to it that there is a secret to sign with. */
  acquire(agent: AgentKey, name: string): Promise<{ listener: string; secretLast4: string }>
  /** False when somebody else holds it, or it was taken away. */
  renew(agent: AgentKey, listener: string): Promise<boolean>
  release(agent: AgentKey, listener: string): Promise<void>
  /** The name of whoever holds it. */
  holder(agent: AgentKey): Promise<string | undefined>
}

/** Long enough to be renewed twice in vain, and short enough to wait for when whoever held it has died. */
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

/** Document 4, section 4, Gateway credentials: how the agent and the messaging gateway know each other. */
export const GatewayResponse = z
  .strictObject({
    webhookUrl: z.string().optional(),
    instanceId: z.string().optional(),
    accessToken: SecretState,
    signingSecret: SecretState,
  })
  .meta({
    id: 'Gateway',
    examples: [{ accessToken: { set: true, last4: '9f3c' }, signingSecret: { set: false } }],
  })

export async function readGateway(db: Db, agent: AgentKey): Promise<z.input<typeof GatewayResponse>> {
  const kept = await readGatewayCredentials(db, agent)
  return {
    webhookUrl: kept?.webhookUrl ?? undefined,
    instanceId: kept?.instanceId ?? undefined,
    accessToken: secretStateOf(kept?.accessTokenLast4),
    signingSecret: secretStateOf(kept?.signingSecretLast4),
  }
}

const secretStateOf = (last4: string | null | undefined): SecretState => (last4 ? { set: true, last4 } : { set: false })

/** A fresh access token for the messaging gateway: told once, kept as a hash; the one before is dead at once. */
export async function issueAccessToken(tx: Db, agent: AgentKey, world: World): Promise<string> {
  const token = generateToken(world, 'at-')
  await storeAccessToken(tx, agent, { hash: hashToken(token), last4: token.slice(-4), now: world.now() })
  return token
}

export const signingSecretAad = (agent: Pick<AgentKey, 'key'>) => `gateway signing secret of agent ${agent.key}`

/** The gateway signs with it, so that it is kept sealed and not hashed. */
export async function issueSigningSecret(tx: Db, agent: AgentKey, keyring: Keyring, world: World): Promise<string> {
  const { secret, ...kept } = newSigningSecret(agent, keyring, world)
  await storeSigningSecret(tx, agent, { ...kept, now: world.now() })
  return secret
}

function newSigningSecret(agent: AgentKey, keyring: Keyring, world: World) {
  const secret = generateToken(world, 'ss-', 40)
  return { secret, sealed: keyring.encrypt(secret, signingSecretAad(agent)), last4: secret.slice(-4) }
}

/** How the messaging gateway knows agents, and reaches those that answer for themselves. */
type GatewayAccess = {
  /** The agent whose access token this is. With `later`, one that was good before is still to be compared or looked up. */
  authenticate(token: string, later?: boolean): Promise<(AgentKey & { unproven?: UnverifiedToken }) | undefined>
  /** An agent by its key, with its webhook, or whoever listens in its place, if it has one; undefined when it is gone. */
  find(key: number): Promise<{ agent: AgentKey; webhook?: SignedWebhook } | undefined>
  webhook(agent: Pick<AgentKey, 'key'>): Promise<GatewayWebhook | undefined>
  /** `instanceId` absent is kept, null is cleared. */
  setWebhook(
    tx: Db,
    agent: AgentKey,
    webhook: { webhookUrl: string; instanceId?: string | null },
  ): Promise<GatewayWebhook>
  removeWebhook(tx: Db, agent: AgentKey): Promise<void>
  /** Holds the agent still, and with it how it is reached; undefined when it is gone. */
  lock(tx: Db, agent: AgentKey): Promise<unknown>
  relays: RelayLeases
}
type SignedWebhook = DistributiveOmit<NonNullable<AgentEndpoint['webhook']>, 'sealedSecret'> & { secret: KeyObject }
type DistributiveOmit<T, K extends keyof T> = T extends unknown ? Omit<T, K> : never
type UnverifiedToken = { hash: string; isValid(): Promise<boolean> }

export function createGatewayAccess({ db, keyring, world }: { db: Db; keyring: Keyring; world: World }): GatewayAccess {
  const findByToken = createTokenFinder(db)
  const findByKey = createEndpointFinder(db)
  const open = createSecretDecryptor(keyring)
  const find: GatewayAccess['find'] = async (key) => {
    const found = await findByKey(key)
    if (!found?.webhook) return found && { agent: found.agent }
    const { sealedSecret, ...webhook } = found.webhook
    return { agent: found.agent, webhook: { ...webhook, secret: open(found.agent, sealedSecret) } }
  }
  return {
    authenticate: createTokenAuthenticator(findByToken),
    find,
    async webhook({ key }) {
      const { webhookUrl, instanceId } = (await find(key))?.webhook ?? {}
      return webhookUrl === undefined ? undefined : { webhookUrl, instanceId }
    },
    setWebhook(tx, agent, webhook) {
      // So that every call can be signed, whether or not the operator has asked for the secret yet.
      const { sealed, last4 } = newSigningSecret(agent, keyring, world)
      return storeGatewayWebhook(tx, agent, { ...webhook, secret: { sealed, last4 }, now: world.now() })
    },
    removeWebhook: deleteGatewayWebhook,
    lock: lockAgent,
    relays: createRelayLeases({ db, world, newSecret: (agent) => newSigningSecret(agent, keyring, world) }),
  }
}

const maxCachedTokens = 10_000

/** Remembers whose a token was, never that it is good. */
function createTokenAuthenticator(find: ReturnType<typeof createTokenFinder>): GatewayAccess['authenticate'] {
  const seen = new Map<string, AgentKey>()
  async function look(hash: string): Promise<AgentKey | undefined> {
    const agent = await find(hash)
    if (!agent) {
      seen.delete(hash)
      return undefined
    }
    if (seen.size >= maxCachedTokens) seen.clear()
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

/** Secrets stay open for as long as they are the agent's: opening one takes longer than signing with it. */
function createSecretDecryptor(keyring: Keyring): (agent: AgentKey, sealed: Buffer) => KeyObject {
  const opened = new Map<number, { sealed: Buffer; secret: KeyObject }>()
  return (agent, sealed) => {
    const known = opened.get(agent.key)
    if (known?.sealed.equals(sealed)) return known.secret
    const secret = createSecretKey(keyring.decrypt(sealed, signingSecretAad(agent)), 'utf8')
    if (opened.size >= maxCachedSecrets) opened.clear()
    opened.set(agent.key, { sealed, secret })
    return secret
  }
}
