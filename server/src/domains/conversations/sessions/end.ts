import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Announce } from '../../../platform/outbox.ts'
import type { World } from '../../../platform/world.ts'
import type { WriteLog } from '../deps.ts'
import { type EndedSession, endIdleSessions, inTransaction } from './queries.ts'
import { certainlyEndedSince } from './session.ts'

export type EndSessionsDeps = {
  world: World
  announce: Announce
  writeLog: WriteLog
  /** Lets other domains react to ended sessions, in the same transaction; sandbox sessions are excluded. */
  onSessionsEnded?(
    tx: Db,
    over: readonly { agent: AgentKey; asid: string; sessionId: string }[],
    now: Date,
  ): Promise<void>
}

const batchSize = 500

/** Ends sessions that are certainly over, once each, and publishes that. */
export async function endSessions(db: Db, deps: EndSessionsDeps): Promise<void> {
  for (let ended = batchSize; ended === batchSize; ) ended = await endBatch(db, deps)
}

async function endBatch(db: Db, { world, announce, writeLog, onSessionsEnded }: EndSessionsDeps): Promise<number> {
  const now = world.now()
  const sessions = await inTransaction(db, async (tx) => {
    const ended = await endIdleSessions(tx, { quietSince: certainlyEndedSince(now), now, most: batchSize })
    const over = ended.filter(isConversation)
    await announce(tx, ...over.map(toEndedEvent))
    await onSessionsEnded?.(
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

/** Sandbox sessions are not published, and a session in which a person only typed has not started. */
const isConversation = ({ sandbox, messageCount }: EndedSession) => !sandbox && messageCount > 0

function toEndedEvent({ agent, asid, channel, id: sessionId, messageCount }: EndedSession) {
  const data = { agentId: agent.id, userId: asid, sessionId, channel, messageCount }
  return { orgId: agent.orgId, type: 'conversation.ended', data }
}
