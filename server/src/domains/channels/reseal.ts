import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { Reseal } from '../../platform/secrets/keyring.ts'
import { aboutAuth } from './auth.ts'
import { everyAuth, storeAuth } from './queries/reseal.ts'

/** Moves the credentials of every binding to another key; answers how many they were. */
export async function resealChannelSecrets(tx: Db, reseal: Reseal): Promise<number> {
  const kept = await everyAuth(tx)
  for (const { agent_key: key, id, auth } of kept) {
    const agent = { key } as AgentKey
    await storeAuth(tx, agent, id, reseal(auth, aboutAuth(agent, id)))
  }
  return kept.length
}
