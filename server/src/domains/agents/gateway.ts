import { z } from 'zod'
import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import { hashToken, newToken } from '../../platform/secrets/tokens.ts'
import type { World } from '../../platform/world.ts'
import { readGatewayCredentials, storeAccessToken, storeSigningSecret } from './queries.ts'
import { SecretState } from './secrets/secrets.ts'

/** Document 4, section 4, Gateway credentials: how the agent and the messaging gateway know each other. */
export const Gateway = z
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

export async function readGateway(db: Db, agent: AgentKey): Promise<z.input<typeof Gateway>> {
  const kept = await readGatewayCredentials(db, agent)
  return { accessToken: stateOf(kept?.accessTokenLast4), signingSecret: stateOf(kept?.signingSecretLast4) }
}

const stateOf = (last4: string | null | undefined): SecretState => (last4 ? { set: true, last4 } : { set: false })

/** A fresh access token for the messaging gateway: told once, kept as a hash; the one before is dead at once. */
export async function issueAccessToken(tx: Db, agent: AgentKey, world: World): Promise<string> {
  const token = newToken(world, 'at-')
  await storeAccessToken(tx, agent, { hash: hashToken(token), last4: token.slice(-4), now: world.now() })
  return token
}

export const aboutSigningSecret = (agent: Pick<AgentKey, 'key'>) => `gateway signing secret of agent ${agent.key}`

/** The gateway signs with it, so that it is kept sealed and not hashed. */
export async function issueSigningSecret(tx: Db, agent: AgentKey, keyring: Keyring, world: World): Promise<string> {
  const secret = newToken(world, 'ss-', 40)
  const sealed = keyring.seal(secret, aboutSigningSecret(agent))
  await storeSigningSecret(tx, agent, { sealed, last4: secret.slice(-4), now: world.now() })
  return secret
}
