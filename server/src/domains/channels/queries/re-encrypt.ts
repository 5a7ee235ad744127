import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'

/** Includes archived bindings. @serves all tenants */
export async function listAllAuth(tx: Db): Promise<{ agent_key: number; id: string; auth: Buffer }[]> {
  return tx
    .selectFrom('channel_bindings')
    .select(['agent_key', 'id', 'auth'])
    .where('auth', 'is not', null)
    .$narrowType<{ auth: Buffer }>()
    .forUpdate()
    .execute()
}

export async function updateAuth(tx: Db, agent: AgentKey, id: string, auth: Buffer): Promise<void> {
  await tx
    .updateTable('channel_bindings')
    .set({ auth })
    .where('agent_key', '=', agent.key)
    .where('id', '=', id)
    .execute()
}
