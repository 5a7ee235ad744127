import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { DispatchDeps } from './deps.ts'
import type { StatusFailure } from './failure.ts'
import { publishMessageStatus } from './message-status.ts'
import { removeIntents } from './queries/dispatches.ts'
import { type MessageColumns, type MessageRow, messageKeyOf } from './queries/message-row.ts'
import { isDelivered } from './queries/receipts.ts'
import type { DispatchTarget } from './queries/targets.ts'
import { confirmDispatched } from './unresolved/confirm.ts'

/** `reached`: the identity that it went to, where that is known; `refused`: it is the provider who says so. */
type FailedMessage = StatusFailure & { row: MessageRow; reached?: string; refused?: boolean }

/** What is to be written together when a message has failed for good, unless a receipt says meanwhile that it has arrived. */
export function buildFailureWrites(
  agent: AgentKey,
  { row, reached, refused = false, reason, detail }: FailedMessage,
  deps: DispatchDeps,
) {
  const data = { messageId: row.id, reason, detail }
  const { asid, session_id: sessionId } = row
  const channel = row.channel as DispatchTarget['channel']
  deps.writeLog(agent, { level: 'warn', event: 'message.failed', asid, sessionId, channel, data })
  const set: MessageColumns = { failed_at: deps.world.now(), reason, detail, handing: false }
  const write = async (tx: Db) => {
    if (await isDelivered(tx, agent, messageKeyOf(row))) return void (await confirmDispatched(tx, agent, row, deps))
    await removeIntents(tx, agent, [row.asid, ...(reached ? [reached] : [])], row.id)
    await publishMessageStatus(tx, agent, { row, state: 'failed', reason, detail }, deps)
    if (refused && reason === 'optedOut')
      await deps.handleProviderOptOut(tx, agent, { asid: reached ?? row.asid, channel })
  }
  return { set, write }
}
