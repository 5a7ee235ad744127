import type { Db } from '../../platform/db/database.ts'
import type { ReEncrypt } from '../../platform/secrets/keyring.ts'
import { listAllWebhookSecrets, replaceWebhookSecret } from './queries/re-encrypt.ts'
import { secretAssociatedData } from './secret.ts'

/** Moves the signing secret of every webhook to another key; answers how many they were. */
export async function reEncryptWebhookSecrets(tx: Db, reseal: ReEncrypt): Promise<number> {
  const kept = await listAllWebhookSecrets(tx)
  for (const { id, secret } of kept) await replaceWebhookSecret(tx, id, reseal(secret, secretAssociatedData(id)))
  return kept.length
}
