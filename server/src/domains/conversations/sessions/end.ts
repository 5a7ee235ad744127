import type { Db } from '../../../platform/db/database.ts'
import type { Announce } from '../../../platform/outbox.ts'
import type { World } from '../../../platform/world.ts'
import type { WriteLog } from '../deps.ts'
import { type EndedSession, inTransaction, takeEnded } from './queries.ts'
import { surelyOverSince } from './session.ts'

export type EndDeps = { world: World; announce: Announce; writeLog: WriteLog }

const atOnce = 500

/** Sessions that are surely over are ended, once, and that is told. */
export async function endSessions(db: Db, deps: EndDeps): Promise<void> {
  for (let ended = atOnce; ended === atOnce; ) ended = await endSome(db, deps)
}

async function endSome(db: Db, { world, announce, writeLog }: EndDeps): Promise<number> {
  const now = world.now()
  const sessions = await inTransaction(db, async (tx) => {
    const ended = await takeEnded(tx, { quietSince: surelyOverSince(now), now, most: atOnce })
    await announce(tx, ...ended.filter(isConversation).map(endedEvent))
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
