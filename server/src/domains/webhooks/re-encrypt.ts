import type { Db } from '../../platform/db/database.ts'
import type { ReEncrypt } from '../../platform/secrets/keyring.ts'
import { listAllWebhookSecrets, replaceWebhookSecrets } from './queries/webhooks.ts'
import { secretAssociatedData } from './secret.ts'

/** Re-encrypts the signing secret of every webhook with another key; returns the number of webhooks. */
export async function reEncryptWebhookSecrets(tx: Db, reEncrypt: ReEncrypt): Promise<number> {
  const stored = await listAllWebhookSecrets(tx)
  for (const { id, secret, previousSecret } of stored) {
    const again = (encrypted: Buffer) => reEncrypt(encrypted, secretAssociatedData(id))
    await replaceWebhookSecrets(tx, {
      id,
      secret: again(secret),
      previousSecret: previousSecret && again(previousSecret),
    })
  }
  return stored.length
}
