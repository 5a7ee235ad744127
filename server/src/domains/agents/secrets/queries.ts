import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'

export type StoredSecret = { name: string; ciphertext: Buffer; last4: string | null }

export async function listAgentSecrets(db: Db, agent: AgentKey): Promise<StoredSecret[]> {
  return db
    .selectFrom('agent_secrets')
    .select(['name', 'ciphertext', 'last4'])
    .where('agent_key', '=', agent.key)
    .orderBy('name')
    .execute()
}

export async function storeAgentSecret(tx: Db, agent: AgentKey, secret: StoredSecret & { now: Date }): Promise<void> {
  const columns = { ciphertext: secret.ciphertext, last4: secret.last4, updated_at: secret.now }
  await tx
    .insertInto('agent_secrets')
    .values({ agent_key: agent.key, name: secret.name, ...columns })
    .onConflict((conflict) => conflict.columns(['agent_key', 'name']).doUpdateSet(columns))
    .execute()
}

/** @serves all tenants */
export async function listAllAgentSecrets(tx: Db): Promise<{ agent_key: number; name: string; ciphertext: Buffer }[]> {
  return tx.selectFrom('agent_secrets').select(['agent_key', 'name', 'ciphertext']).forUpdate().execute()
}

export async function reEncryptAgentSecret(tx: Db, agent: AgentKey, name: string, ciphertext: Buffer): Promise<void> {
  await tx
    .updateTable('agent_secrets')
    .set({ ciphertext })
    .where('agent_key', '=', agent.key)
    .where('name', '=', name)
    .execute()
}

type StoredSigningSecrets = { agent_key: number; signing_secret: Buffer; previous_signing_secret: Buffer | null }

/** @serves all tenants */
export async function listAllSigningSecrets(tx: Db): Promise<StoredSigningSecrets[]> {
  return tx
    .selectFrom('gateway_credentials')
    .select(['agent_key', 'signing_secret', 'previous_signing_secret'])
    .where('signing_secret', 'is not', null)
    .$narrowType<{ signing_secret: Buffer }>()
    .forUpdate()
    .execute()
}

export async function reEncryptSigningSecret(
  tx: Db,
  agent: AgentKey,
  ciphertext: Buffer,
  previous: Buffer | null,
): Promise<void> {
  await tx
    .updateTable('gateway_credentials')
    .set({ signing_secret: ciphertext, previous_signing_secret: previous })
    .where('agent_key', '=', agent.key)
    .execute()
}

export async function deleteAgentSecrets(tx: Db, agent: AgentKey, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await tx.deleteFrom('agent_secrets').where('agent_key', '=', agent.key).where('name', 'in', names).execute()
}
