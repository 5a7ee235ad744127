import type { Channel } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { ReleaseWaiting, SendSystemMessage } from '../deps.ts'
import { windowState } from '../windows/window.ts'
import { findWaitingLanes, insertMessage, lockConversation, makeWaitingMessagesDue } from './queries.ts'
import { enterMessageLane } from './worker.ts'

/** Words of our own, in the transaction that makes them due. */
export function createSendSystemMessage(world: World): SendSystemMessage {
  return async (tx, agent, { asid, channel, sessionId, origin = 'platform' }, text) => {
    const now = world.now()
    await enterMessageLane(tx, agent, { asid, line: 'now' }, now)
    const message = { spec: 'amf/1' as const, parts: [{ type: 'text' as const, text }] }
    const made = { id: world.newId('msg'), asid, line: 'now', sessionId, channel, message } as const
    await insertMessage(tx, agent, { ...made, origin, sandbox: false, now, dueAt: now })
  }
}

/** The person has written: what waited for that leaves, in its order. */
export const releaseWaiting: ReleaseWaiting = async (tx, agent, asid, now) => {
  const lines = await findWaitingLanes(tx, agent, asid)
  for (const waiting of lines) await enterMessageLane(tx, agent, waiting, now)
  if (lines.length > 0) await makeWaitingMessagesDue(tx, agent, asid, now)
}

/** Before something begins to wait: the person may have written while that was decided. */
export async function releaseIfWindowOpen(
  tx: Db,
  agent: AgentKey,
  { asid, channel }: { asid: string; channel: Channel },
  now: Date,
): Promise<void> {
  const conversation = await lockConversation(tx, agent, asid)
  if (windowState(channel, conversation?.writtenAt, now) === 'open') await releaseWaiting(tx, agent, asid, now)
}
