import type { Db } from '../../platform/db/database.ts'
import type { ReEncrypt } from '../../platform/secrets/keyring.ts'
import { listAllWebhookSecrets, replaceWebhookSecret } from './queries/webhooks.ts'
import { secretAssociatedData } from './secret.ts'

/** Re-encrypts the signing secret of every webhook with another key; returns the number of webhooks. */
export async function reEncryptWebhookSecrets(tx: Db, reEncrypt: ReEncrypt): Promise<number> {
  const stored = await listAllWebhookSecrets(tx)
  for (const { id, secret } of stored) await replaceWebhookSecret(tx, id, reEncrypt(secret, secretAssociatedData(id)))
  return stored.length
}
