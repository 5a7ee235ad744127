import type { Db } from '../../platform/db/database.ts'
import type { Reseal } from '../../platform/secrets/keyring.ts'
import { everySecret, replaceSecret } from './queries/reseal.ts'
import { aboutSecret } from './secret.ts'

/** Moves the signing secret of every webhook to another key; answers how many they were. */
export async function resealWebhookSecrets(tx: Db, reseal: Reseal): Promise<number> {
  const kept = await everySecret(tx)
  for (const { id, secret } of kept) await replaceSecret(tx, id, reseal(secret, aboutSecret(id)))
  return kept.length
}
