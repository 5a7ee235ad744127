import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Announce } from '../../../platform/outbox.ts'
import type { World } from '../../../platform/world.ts'
import type { WriteLog } from '../deps.ts'
import { type EndedSession, endIdleSessions } from './queries.ts'

/** Content events with less idle time than this between them belong to one session. */
const idleMilliseconds = 30 * 60_000

/** How far `last_content_at` may lag behind the agent's own messages, which update it only about once a minute. */
const lagMilliseconds = 2 * 60_000

export function isSessionLive(lastContentAt: Date, now: Date): boolean {
  return now.getTime() - lastContentAt.getTime() < idleMilliseconds
}

/** Whether the session can only be determined from the agent's last message. */
export function isSessionUncertain(sessionAt: Date, now: Date): boolean {
  return !isSessionLive(sessionAt, now) && now.getTime() - sessionAt.getTime() < idleMilliseconds + lagMilliseconds
}

/** If the last content event recorded on the conversation is later than this, its session is live. */
export function liveSince(now: Date): Date {
  return new Date(now.getTime() - idleMilliseconds)
}

/** If the last content event recorded on the conversation is older than this, its session is certainly over. */
export function computeCertainEnd(now: Date): Date {
  return new Date(now.getTime() - idleMilliseconds - lagMilliseconds)
}

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

/** Pure: when a session ends if nothing more is said. */
export const sessionEndsAt = (lastContentAt: Date): Date => new Date(lastContentAt.getTime() + idleMilliseconds)

type SingleSession = { agent: AgentKey; asid: string; sessionId: string }

/** Ends one session that is idle. The caller knows the time of the last message exactly. */
export async function endSessionOf(db: Db, only: SingleSession, deps: EndSessionsDeps): Promise<boolean> {
  return (await endBatch(db, deps, only)) > 0
}

async function endBatch(db: Db, deps: EndSessionsDeps, only?: SingleSession): Promise<number> {
  const { world, announce, writeLog, onSessionsEnded } = deps
  const now = world.now()
  const quietSince = only ? liveSince(now) : computeCertainEnd(now)
  const sessions = await inTransaction(db, async (tx) => {
    const ended = await endIdleSessions(tx, { quietSince, now, most: batchSize, only })
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
