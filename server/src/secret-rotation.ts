import { agentMaintenance } from './domains/agents/index.ts'
import { reEncryptChannelSecrets } from './domains/channels/index.ts'
import { reEncryptGrants } from './domains/connections/index.ts'
import { reEncryptModelKeys } from './domains/models/index.ts'
import { accountMaintenance } from './domains/orgs/index.ts'
import { reEncryptWebhookSecrets } from './domains/webhooks/index.ts'
import type { Db } from './platform/db/database.ts'
import { inTransaction } from './platform/db/transaction.ts'
import { StartupError } from './platform/errors.ts'
import { deleteAllResponses } from './platform/http/idempotency.ts'
import type { Keyring, ReEncrypt } from './platform/secrets/keyring.ts'

/**
 * Re-encrypts everything from one key to another in one transaction, and records the new key's fingerprint. Responses
 * stored for repeated requests are deleted instead. Safe to run twice.
 */
export async function rotateSecretKey(db: Db, from: Keyring, to: Keyring): Promise<number> {
  return inTransaction(db, async (tx) => {
    const key = await tx
      .selectFrom('installation')
      .select('value')
      .where('key', '=', 'secret key')
      .forUpdate()
      .executeTakeFirst()
    if (key?.value === to.fingerprint) return 0
    if (key?.value !== from.fingerprint) {
      throw new StartupError('This database was set up with a different secret key than the one given as current.')
    }
    const reEncrypt: ReEncrypt = (sealed, about) => to.encrypt(from.decrypt(sealed, about), about)
    const moved =
      (await agentMaintenance.reEncryptSecrets(tx, reEncrypt)) +
      (await reEncryptGrants(tx, reEncrypt)) +
      (await reEncryptChannelSecrets(tx, reEncrypt)) +
      (await reEncryptWebhookSecrets(tx, reEncrypt)) +
      (await reEncryptModelKeys(tx, reEncrypt)) +
      (await accountMaintenance.reEncryptSecondFactors(tx, reEncrypt))
    await deleteAllResponses(tx)
    await tx.updateTable('installation').set({ value: to.fingerprint }).where('key', '=', 'secret key').execute()
    return moved
  })
}
