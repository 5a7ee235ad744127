import type { Channel } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { PublishEvents, PublishStatus } from '../deps.ts'
import type { MessageStatus } from '../event.ts'
import { isSessionLive } from '../sessions/session.ts'
import { windowState } from '../windows/window.ts'
import type { DispatchDeps } from './deps.ts'
import { updateMessage } from './queries/dispatches.ts'
import { type MessageRow, messageKeyOf } from './queries/message-row.ts'
import { lockExpiredMessages, readConversationSession } from './queries/receipts.ts'
import type { DispatchTarget } from './queries/targets.ts'

type StatusDeps = { publishEvents: PublishEvents; world: World; wantsStatuses(agent: AgentKey): Promise<boolean> }

/** Statuses never start or extend a session: each has the id of the live session, or else of its message. */
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
    const state = windowState(channel, live?.lastInboundAt, at)
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
