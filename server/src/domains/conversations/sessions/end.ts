import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Announce } from '../../../platform/outbox.ts'
import type { World } from '../../../platform/world.ts'
import type { WriteLog } from '../deps.ts'
import { type EndedSession, inTransaction, takeEnded } from './queries.ts'
import { surelyOverSince } from './session.ts'

export type EndDeps = {
  world: World
  announce: Announce
  writeLog: WriteLog
  /** Those who have something to do about conversations that are over, in that transaction; rehearsals are none. */
  ended?(tx: Db, over: readonly { agent: AgentKey; asid: string; sessionId: string }[], now: Date): Promise<void>
}

const atOnce = 500

/** Sessions that are surely over are ended, once, and that is told. */
export async function endSessions(db: Db, deps: EndDeps): Promise<void> {
  for (let ended = atOnce; ended === atOnce; ) ended = await endSome(db, deps)
}

async function endSome(db: Db, { world, announce, writeLog, ended: listen }: EndDeps): Promise<number> {
  const now = world.now()
  const sessions = await inTransaction(db, async (tx) => {
    const ended = await takeEnded(tx, { quietSince: surelyOverSince(now), now, most: atOnce })
    const over = ended.filter(isConversation)
    await announce(tx, ...over.map(endedEvent))
    await listen?.(
      tx,
      over.map(({ agent, asid, id: sessionId }) => ({ agent, asid, sessionId })),
      now,
    )
    return ended
  })
  for (const { agent, asid, channel, id: sessionId, messageCount } of sessions) {
    const data = { sessionId, messageCount }
    writeLog(agent, { level: 'info', event: 'session.ended', asid, channel, sessionId, data })
  }
  return sessions.length
}

/** Rehearsals are nobody's business outside, and where somebody only typed nothing has started. */
const isConversation = ({ sandbox, messageCount }: EndedSession) => !sandbox && messageCount > 0

function endedEvent({ agent, asid, channel, id: sessionId, messageCount }: EndedSession) {
  const data = { agentId: agent.id, userId: asid, sessionId, channel, messageCount }
  return { orgId: agent.orgId, type: 'conversation.ended', data }
}
