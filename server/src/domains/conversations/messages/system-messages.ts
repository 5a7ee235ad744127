import type { Channel } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { Definitions } from '../../agents/index.ts'
import { formatDefaultDisclaimer } from '../compliance/keyword.ts'
import type { ReleaseWaiting, SendDisclaimer, SendSystemMessage, WriteLog } from '../deps.ts'
import { windowState } from '../windows/window.ts'
import {
  ensureConversation,
  findWaitingLanes,
  insertMessage,
  lockConversation,
  makeWaitingMessagesDue,
  markDisclaimerSent,
} from './queries.ts'
import { enterMessageLane } from './worker.ts'

export function createSendSystemMessage(world: World): SendSystemMessage {
  return async (tx, agent, { asid, channel, sessionId, origin = 'platform' }, text) => {
    const now = world.now()
    await enterMessageLane(tx, agent, { asid, priority: 'now' }, now)
    const message = { spec: 'amf/1' as const, parts: [{ type: 'text' as const, text }] }
    const made = { id: world.newId('msg'), asid, priority: 'now', sessionId, channel, message } as const
    await insertMessage(tx, agent, { ...made, origin, sandbox: false, now, dueAt: now })
  }
}

/** The person has written: messages that waited for that are sent in their order. */
export const releaseWaiting: ReleaseWaiting = async (tx, agent, asid, now) => {
  const lines = await findWaitingLanes(tx, agent, asid)
  for (const waiting of lines) await enterMessageLane(tx, agent, waiting, now)
  if (lines.length > 0) await makeWaitingMessagesDue(tx, agent, asid, now)
}

/** Call before a message starts to wait: the person may have written in the meantime. */
export async function releaseIfWindowOpen(
  tx: Db,
  agent: AgentKey,
  { asid, channel }: { asid: string; channel: Channel },
  now: Date,
): Promise<void> {
  const conversation = await lockConversation(tx, agent, asid)
  if (windowState(channel, conversation?.lastInboundAt, now) === 'open') await releaseWaiting(tx, agent, asid, now)
}

type DisclaimerDeps = {
  world: World
  definitions: Pick<Definitions, 'read'>
  sendSystemMessage: SendSystemMessage
  writeLog: WriteLog
}

/** Sends the disclaimer with the first message of a relationship, whichever side writes it. See docs/channels.md. */
export function createSendDisclaimer({
  world,
  definitions,
  sendSystemMessage,
  writeLog,
}: DisclaimerDeps): SendDisclaimer {
  return async (tx, agent, { compliance }, { reached, ...to }) => {
    if (!compliance?.enabled) return
    const now = world.now()
    const whom = reached ?? to.asid
    if (whom !== to.asid) {
      await ensureConversation(tx, agent, { asid: whom, id: to.sessionId, channel: to.channel, startedAt: now })
    }
    if (!(await markDisclaimerSent(tx, agent, whom, now))) return
    const text = compliance.disclaimerText ?? formatDefaultDisclaimer(await definitions.read(tx, agent))
    await sendSystemMessage(tx, agent, { ...to, origin: 'disclaimer' }, text)
    writeLog(agent, { level: 'info', event: 'compliance.disclaimer', ...to })
  }
}
