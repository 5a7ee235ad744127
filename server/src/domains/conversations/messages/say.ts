import type { Channel } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { ReleaseWaiting, Say } from '../deps.ts'
import { windowState } from '../windows/window.ts'
import { insertMessage, lockConversation, releaseMessages, waitingLines } from './queries.ts'
import { enterLine } from './worker.ts'

/** Words of our own, in the transaction that makes them due. */
export function sayerOf(world: World): Say {
  return async (tx, agent, { asid, channel, sessionId, origin = 'platform' }, text) => {
    const now = world.now()
    await enterLine(tx, agent, { asid, line: 'now' }, now)
    const message = { spec: 'amf/1' as const, parts: [{ type: 'text' as const, text }] }
    const made = { id: world.newId('msg'), asid, line: 'now', sessionId, channel, message } as const
    await insertMessage(tx, agent, { ...made, origin, sandbox: false, now, dueAt: now })
  }
}

/** The person has written: what waited for that leaves, in its order. */
export const releaseWaiting: ReleaseWaiting = async (tx, agent, asid, now) => {
  const lines = await waitingLines(tx, agent, asid)
  for (const waiting of lines) await enterLine(tx, agent, waiting, now)
  if (lines.length > 0) await releaseMessages(tx, agent, asid, now)
}

/** Before something begins to wait: the person may have written while that was decided. */
export async function releaseIfOpen(
  tx: Db,
  agent: AgentKey,
  { asid, channel }: { asid: string; channel: Channel },
  now: Date,
): Promise<void> {
  const conversation = await lockConversation(tx, agent, asid)
  if (windowState(channel, conversation?.writtenAt, now) === 'open') await releaseWaiting(tx, agent, asid, now)
}
