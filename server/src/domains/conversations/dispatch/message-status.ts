import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { MessageStatus } from '../event.ts'
import type { DispatchDeps } from './deps.ts'
import type { MessageRow } from './queries/message-row.ts'
import type { DispatchTarget } from './queries/targets.ts'

type MessageStatusChange = Pick<MessageStatus, 'state' | 'reason' | 'detail'> & { row: MessageRow; provider?: string }

/** Of words of our own nobody hears. */
export async function publishMessageStatus(
  tx: Db,
  agent: AgentKey,
  change: MessageStatusChange,
  deps: DispatchDeps,
): Promise<void> {
  const { row, provider, ...state } = change
  if (row.origin !== 'agent') return
  const channel = row.channel as DispatchTarget['channel']
  const used = provider ?? row.provider ?? (await deps.channels.findByChannel(agent, channel))?.provider ?? 'none'
  const status = { messageId: row.id, ...state, attempt: { channel, provider: used } }
  await deps.publishStatus(tx, agent, { asid: row.asid, sessionId: row.session_id, sandbox: row.sandbox, status })
}
