import { resealAgentSecrets } from './domains/agents/index.ts'
import { resealChannelSecrets } from './domains/channels/index.ts'
import { resealGrants } from './domains/connections/index.ts'
import { accountUpkeep } from './domains/orgs/index.ts'
import { resealWebhookSecrets } from './domains/webhooks/index.ts'
import { CannotStart } from './platform/cannot-start.ts'
import type { Db } from './platform/db/database.ts'
import { inTransaction } from './platform/db/transaction.ts'
import { forgetAllAnswers } from './platform/http/idempotency.ts'
import type { Keyring, Reseal } from './platform/secrets/keyring.ts'

/**
 * Everything that one key sealed is sealed with another, all of it or nothing, and the installation knows itself by
 * the new one. Answers kept for repeated requests are forgotten instead. Doing it twice does no harm.
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
      throw new CannotStart('This database was set up with another secret key than the one given as the one in use.')
    }
    const reseal: Reseal = (sealed, about) => to.seal(from.open(sealed, about), about)
    const moved =
      (await resealAgentSecrets(tx, reseal)) +
      (await resealGrants(tx, reseal)) +
      (await resealChannelSecrets(tx, reseal)) +
      (await resealWebhookSecrets(tx, reseal)) +
      (await accountUpkeep.resealSecondFactors(tx, reseal))
    await forgetAllAnswers(tx)
    await tx.updateTable('installation').set({ value: to.fingerprint }).where('key', '=', 'secret key').execute()
    return moved
  })
}
