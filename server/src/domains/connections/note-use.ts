import type { Db } from '../../platform/db/database.ts'
import { announceStatus } from './announce-status.ts'
import type { Held } from './deps.ts'
import { afterUse, type GrantStatus, openTokens, type Use } from './grant.ts'
import { type KeptGrant, lockGrant, noteUse } from './queries/grants.ts'
import { inTransaction } from './queries/transaction.ts'

type Came = { use: Use; lastError?: string }

/** Writes down what a use with that token came to, and answers the status that the grant has now. */
export function noteCall(held: Held, token: string, came: Came): Promise<GrantStatus | 'not-connected'> {
  return inTransaction(held.db, async (tx) => {
    const grant = await lockGrant(tx, held.org, held.key)
    if (!grant) return 'not-connected'
    // Renewed meanwhile: what happened to the old token says nothing of the new one.
    const { accessToken } = openTokens(held.keyring, held.org, held.key, grant.tokens)
    return accessToken === token ? noteLocked(held, tx, grant, came) : grant.status
  })
}

/** The same for a grant whose row is locked already. */
export async function noteLocked(held: Held, tx: Db, grant: KeptGrant, came: Came): Promise<GrantStatus> {
  const { org, key } = held
  const { use, lastError } = came
  const now = held.world.now()
  const to = afterUse(use, grant.status)
  await noteUse(tx, org, key, { status: to, lastError, now, ...(use === 'answered' && { usedAt: now }) })
  if ('connectionId' in key) {
    const change = { id: key.connectionId, provider: grant.provider, from: grant.status, to, lastError }
    await announceStatus(tx, org, change, held.announce)
    if (to === 'connected' && grant.status !== to) await held.connected?.(tx, org, key.connectionId)
  }
  return to
}
