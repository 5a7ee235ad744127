import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { PublishEvents, PublishStatus } from '../deps.ts'
import type { MessageStatus } from '../event.ts'
import { isSessionLive } from '../sessions/session.ts'
import { windowState } from '../windows/window.ts'
import type { DispatchDeps } from './deps.ts'
import type { MessageRow } from './queries/message-row.ts'
import { readConversationSession } from './queries/receipts.ts'
import type { DispatchTarget } from './queries/targets.ts'

type StatusDeps = { publishEvents: PublishEvents; world: World; wantsStatuses(agent: AgentKey): Promise<boolean> }

/** Statuses never start or extend a session: they carry the live one, or otherwise that of the message. */
export function createPublishStatus({ publishEvents, world, wantsStatuses }: StatusDeps): PublishStatus {
  return async (tx, agent, { asid, sessionId, sandbox, status }) => {
    if (!(await wantsStatuses(agent))) return
    const at = world.now()
    const live = await readConversationSession(tx, agent, asid)
    const isLive = live !== undefined && isSessionLive(live.at, at)
    const channel = live?.channel ?? status.attempt.channel
    const newEvent = {
      asid,
      sessionId: isLive ? live.id : sessionId,
      channel,
      provider: status.attempt.provider,
      sandbox,
    }
    const state = windowState(channel, live?.writtenAt, at)
    await publishEvents(tx, agent, [{ ...newEvent, event: { type: 'status', status }, windowState: state, at }])
  }
}

type MessageStatusChange = Pick<MessageStatus, 'state' | 'reason' | 'detail'> & { row: MessageRow; provider?: string }

/** System messages publish no status events. */
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
