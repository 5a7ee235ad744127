import type { Channel } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { DispatchDeps } from './deps.ts'
import { setMessage } from './queries/hand-overs.ts'
import { keyOf } from './queries/message-row.ts'
import { inTransaction, lockExpired } from './queries/receipts.ts'

const longestWaitMilliseconds = 86_400_000
const atOnce = 200

/** What has waited a day for a reply window will not be sent any more. */
export async function expireWaiting(db: Db, deps: DispatchDeps): Promise<void> {
  for (let left = atOnce; left === atOnce; ) left = await expireSome(db, deps)
}

function expireSome(db: Db, { world, findAgent, tellStatus }: DispatchDeps): Promise<number> {
  const now = world.now()
  return inTransaction(db, async (tx) => {
    const rows = await lockExpired(tx, new Date(now.getTime() - longestWaitMilliseconds), atOnce)
    for (const row of rows) {
      const agent = (await findAgent(row.agent_key))?.agent
      if (!agent) continue
      const failure = { reason: 'expired', detail: 'The reply window did not open within 24 hours' }
      await setMessage(tx, agent, keyOf(row), { ...failure, waits_for: null, failed_at: now })
      const attempt = { channel: row.channel as Channel, provider: row.provider ?? 'none' }
      const status = { messageId: row.id, state: 'failed' as const, attempt, ...failure }
      await tellStatus(tx, agent, { asid: row.asid, sessionId: row.session_id, sandbox: row.sandbox, status })
    }
    return rows.length
  })
}
