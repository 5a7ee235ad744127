import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { DispatchDeps } from './deps.ts'
import type { Failure } from './failure.ts'
import { forgetIntents } from './queries/hand-overs.ts'
import { keyOf, type MessageColumns, type MessageRow } from './queries/message-row.ts'
import { isDelivered } from './queries/receipts.ts'
import type { Target } from './queries/targets.ts'
import { tell } from './told.ts'
import { confirmTaken } from './unresolved/confirm.ts'

/** `reached`: the identity that it went to, where that is known; `refused`: it is the provider who says so. */
type Ended = Failure & { row: MessageRow; reached?: string; refused?: boolean }

/** What is to be written together when a message has failed for good, unless a receipt says meanwhile that it has arrived. */
export function endingOf(
  agent: AgentKey,
  { row, reached, refused = false, reason, detail }: Ended,
  deps: DispatchDeps,
) {
  const data = { messageId: row.id, reason, detail }
  const { asid, session_id: sessionId } = row
  const channel = row.channel as Target['channel']
  deps.writeLog(agent, { level: 'warn', event: 'message.failed', asid, sessionId, channel, data })
  const set: MessageColumns = { failed_at: deps.world.now(), reason, detail, handing: false }
  const write = async (tx: Db) => {
    if (await isDelivered(tx, agent, keyOf(row))) return void (await confirmTaken(tx, agent, row, deps))
    await forgetIntents(tx, agent, [row.asid, ...(reached ? [reached] : [])], row.id)
    await tell(tx, agent, { row, state: 'failed', reason, detail }, deps)
    if (refused && reason === 'optedOut') await deps.heedOptOut(tx, agent, { asid: reached ?? row.asid, channel })
  }
  return { set, write }
}
