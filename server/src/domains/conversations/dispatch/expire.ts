import type { Channel } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { DispatchDeps } from './deps.ts'
import { updateMessage } from './queries/dispatches.ts'
import { messageKeyOf } from './queries/message-row.ts'
import { inTransaction, lockExpiredMessages } from './queries/receipts.ts'

const maxWaitMilliseconds = 86_400_000
const batchSize = 200

/** Fails messages that have waited a day for a reply window. */
export async function expireWaiting(db: Db, deps: DispatchDeps): Promise<void> {
  for (let left = batchSize; left === batchSize; ) left = await expireBatch(db, deps)
}

function expireBatch(db: Db, { world, findAgent, publishStatus }: DispatchDeps): Promise<number> {
  const now = world.now()
  return inTransaction(db, async (tx) => {
    const rows = await lockExpiredMessages(tx, new Date(now.getTime() - maxWaitMilliseconds), batchSize)
    for (const row of rows) {
      const agent = (await findAgent(row.agent_key))?.agent
      if (!agent) continue
      const failure = { reason: 'expired', detail: 'The reply window did not open within 24 hours' }
      await updateMessage(tx, agent, messageKeyOf(row), { ...failure, waiting_for_asid: null, failed_at: now })
      const attempt = { channel: row.channel as Channel, provider: row.provider ?? 'none' }
      const status = { messageId: row.id, state: 'failed' as const, attempt, ...failure }
      await publishStatus(tx, agent, { asid: row.asid, sessionId: row.session_id, sandbox: row.sandbox, status })
    }
    return rows.length
  })
}
