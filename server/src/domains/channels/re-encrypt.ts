import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { ReEncrypt } from '../../platform/secrets/keyring.ts'
import { authAssociatedData } from './auth.ts'
import { listAllAuth, updateAuth } from './queries/re-encrypt.ts'

/** Re-encrypts the credentials of every binding with another key; returns the number of bindings. */
export async function reEncryptChannelSecrets(tx: Db, reseal: ReEncrypt): Promise<number> {
  const kept = await listAllAuth(tx)
  for (const { agent_key: key, id, auth } of kept) {
    const agent = { key } as AgentKey
    await updateAuth(tx, agent, id, reseal(auth, authAssociatedData(agent, id)))
  }
  return kept.length
}
