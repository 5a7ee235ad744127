import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { World } from '../../platform/world.ts'
import {
  acquireRelayLease,
  ensureSigningSecret,
  findRelayListener,
  releaseRelayLease,
  renewRelayLease,
} from './queries/relays.ts'

/** Who listens in the place of an agent's webhook: one at a time, and for as long as the lease is renewed. */
export type RelayLeases = {
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

export function createRelayLeases({ db, world, newSecret }: RelayLeaseDeps): RelayLeases {
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
