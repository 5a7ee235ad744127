import type { Db } from '../../../platform/db/database.ts'

/** @serves all tenants */
export async function listAllWebhookSecrets(tx: Db): Promise<{ id: string; secret: Buffer }[]> {
  return tx.selectFrom('webhooks').select(['id', 'secret']).forNoKeyUpdate().execute()
}

/** @serves all tenants */
export async function replaceWebhookSecret(tx: Db, id: string, secret: Buffer): Promise<void> {
  await tx.updateTable('webhooks').set({ secret }).where('id', '=', id).execute()
}
