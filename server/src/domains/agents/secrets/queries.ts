import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'

export type KeptSecret = { name: string; sealed: Buffer; last4: string | null }

export async function listSecrets(db: Db, agent: AgentKey): Promise<KeptSecret[]> {
  return db
    .selectFrom('agent_secrets')
    .select(['name', 'sealed', 'last4'])
    .where('agent_key', '=', agent.key)
    .orderBy('name')
    .execute()
}

export async function storeSecret(tx: Db, agent: AgentKey, secret: KeptSecret & { now: Date }): Promise<void> {
  const kept = { sealed: secret.sealed, last4: secret.last4, updated_at: secret.now }
  await tx
    .insertInto('agent_secrets')
    .values({ agent_key: agent.key, name: secret.name, ...kept })
    .onConflict((conflict) => conflict.columns(['agent_key', 'name']).doUpdateSet(kept))
    .execute()
}

export async function deleteSecrets(tx: Db, agent: AgentKey, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await tx.deleteFrom('agent_secrets').where('agent_key', '=', agent.key).where('name', 'in', names).execute()
}
