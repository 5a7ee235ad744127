import type { Channel } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'

export type NewSession = { asid: string; id: string; channel: Channel; startedAt: Date }

export async function insertSession(tx: Db, agent: AgentKey, session: NewSession): Promise<void> {
  const { asid, id, channel, startedAt } = session
  await tx
    .insertInto('sessions')
    .values({ agent_key: agent.key, asid, id, channel, started_at: startedAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
